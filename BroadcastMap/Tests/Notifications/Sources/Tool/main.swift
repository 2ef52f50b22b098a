import App
import Foundation

//: channel toolDidStart
let toolDidStart = Notification.Name("by the tool")
//: post Notification.Name.saved: top-level code; object: nil
NotificationCenter.default.post(name: .saved, object: nil)
//: post toolDidStart: top-level code; object: nil
NotificationCenter.default.post(name: toolDidStart, object: nil)
//: closure toolDidStart: a closure in token; object: nil; queue: .main
let token = NotificationCenter.default.addObserver(forName: .init("by the tool"), object: nil, queue: .main) { _ in }
