// Names whose ids in a drawing would be equal, and that would be markup in an output.
import Broadcaster
import Foundation

protocol Update { func updated() }

struct A {
    struct B {
        static func send() { Broadcaster.notify(Update.self) { $0.updated() } }
    }
}

struct A_B {
    static func send() { Broadcaster.notify(Update.self) { $0.updated() } }
}

struct Price {}
func + (left: Price, right: Price) { Broadcaster.notify(Update.self) { $0.updated() } }
func - (left: Price, right: Price) { Broadcaster.notify(Update.self) { $0.updated() } }
func `say "hi" & <b>#quot;</b>`() { Broadcaster.notify(Update.self) { $0.updated() } }
func `**bold** _x_ $$y$$`() { Broadcaster.notify(Update.self) { $0.updated() } }
func `- 1. item`() { Broadcaster.notify(Update.self) { $0.updated() } }
func style(_ count: Int, `a:<#b`: Int) { Broadcaster.notify(Update.self) { $0.updated() } }
func `%%{init: {"theme": "dark"}}%%`() {
    let type = [(any Update).self][0]
    Broadcaster.notify(type) { $0.updated() }
}

final class end: Update {
    init() { Broadcaster.register(Update.self, observer: self) }
    func updated() {}
}

func post() {
    NotificationCenter.default.post(name: Notification.Name("</script> `x` \"]) end"), object: nil)
    NotificationCenter.default.post(name: Notification.Name("two\nlines"), object: nil)
    let name = """
        two
        lines
        """
    NotificationCenter.default.post(name: Notification.Name(name), object: nil)
}
