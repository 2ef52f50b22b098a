import App
import Foundation

let toolDidStart = Notification.Name("by the tool")
NotificationCenter.default.post(name: .saved, object: nil)
NotificationCenter.default.post(name: toolDidStart, object: nil)
let token = NotificationCenter.default.addObserver(forName: .init("by the tool"), object: nil, queue: .main) { _ in }
