// Names whose ids in a drawing would be equal, and that would be markup in an output.
import Broadcaster
import Foundation

//: channel Names.Update: updated()
protocol Update { func updated() }

struct A {
    struct B {
        //: notify Names.Update: A.B.send(); calls updated()
        static func send() { Broadcaster.notify(Update.self) { $0.updated() } }
    }
}

struct A_B {
    //: notify Names.Update: A_B.send(); calls updated()
    static func send() { Broadcaster.notify(Update.self) { $0.updated() } }
}

struct Price {}
//: notify Names.Update: +(_:_:); calls updated()
func + (left: Price, right: Price) { Broadcaster.notify(Update.self) { $0.updated() } }
//: notify Names.Update: -(_:_:); calls updated()
func - (left: Price, right: Price) { Broadcaster.notify(Update.self) { $0.updated() } }
//: notify Names.Update: say "hi" & <b>#quot;</b>(); calls updated()
func `say "hi" & <b>#quot;</b>`() { Broadcaster.notify(Update.self) { $0.updated() } }
//: notify Names.Update: **bold** _x_ $$y$$(); calls updated()
func `**bold** _x_ $$y$$`() { Broadcaster.notify(Update.self) { $0.updated() } }
//: notify Names.Update: - 1. item(); calls updated()
func `- 1. item`() { Broadcaster.notify(Update.self) { $0.updated() } }
//: notify Names.Update: style(_:a:<#b:); calls updated()
func style(_ count: Int, `a:<#b`: Int) { Broadcaster.notify(Update.self) { $0.updated() } }
func `%%{init: {"theme": "dark"}}%%`() {
    let type = [(any Update).self].first!
    //: unresolved %%{init: {"theme": "dark"}}%%(): an expression chooses it
    Broadcaster.notify(type) { $0.updated() }
}

final class end: Update {
    //: register Names.Update: end (registered in its init); handles updated()
    init() { Broadcaster.register(Update.self, observer: self) }
    func updated() {}
}

func post() {
    //: post "</script> `x` \"]) end": post(); object: nil
    //: unobserved: "</script> `x` \"]) end" is posted, but never observed
    NotificationCenter.default.post(name: Notification.Name("</script> `x` \"]) end"), object: nil)
    //: post "two\nlines": post(); object: nil
    //: unobserved: "two\nlines" is posted, but never observed
    NotificationCenter.default.post(name: Notification.Name("two\nlines"), object: nil)
    let name = """
        two
        lines
        """
    //: post "two\nlines": post(); object: nil
    NotificationCenter.default.post(name: Notification.Name(name), object: nil)
}
