import App
import Foundation

let name = Notification.Name("by the tool")
NotificationCenter.default.post(name: .saved, object: nil)
NotificationCenter.default.post(name: name, object: nil)
let token = NotificationCenter.default.addObserver(forName: .init("by the tool"), object: nil, queue: .main) { _ in }
