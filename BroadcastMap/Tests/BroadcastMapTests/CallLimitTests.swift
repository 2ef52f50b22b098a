import Testing

@testable import MapBase

/// Functions whose calls lead along more ways than anything can follow.
@Suite("Calls that multiply", .enabled(if: AppleIndex.isPossible), .timeLimit(.minutes(30)))
struct CallLimitTests {
    private static let beginning = """
        import Foundation
        let isOn = false
        extension Notification.Name {
            static let paused = Notification.Name("paused")
            static let resumed = Notification.Name("resumed")
        }

        """

    /// Functions with what each returns, and one that posts what the first returns.
    private static func program(
        _ count: Int, _ parameters: String, of type: String, posting name: String, _ result: (Int) -> String
    ) -> String {
        let functions = (0..<count).map { "func f\($0)(\(parameters)) -> \(type) { \(result($0)) }\n" }
        let post = "func send() { NotificationCenter.default.post(name: \(name), object: nil) }"
        return beginning + functions.joined() + post
    }

    @Test("are followed once with the same names: a chain in which each function calls the next twice")
    func namesOfChain() throws {
        let names = "_ a: Notification.Name, _ b: Notification.Name"
        let code = Self.program(41, names, of: "Notification.Name", posting: "f0(.paused, .resumed)") { number in
            number == 40 ? "a" : "isOn ? f\(number + 1)(a, b) : f\(number + 1)(b, a)"
        }
        let found = try AppleIndex.notifications(in: code)
        #expect(
            found.uses == [
                "Notification.Name.paused: posted by send()", "Notification.Name.resumed: posted by send()",
            ])
        #expect(found.unresolved == [])
    }

    @Test("are unknown if each makes another text: a chain in which each function calls the next twice")
    func textsOfChain() throws {
        let code = Self.program(41, "_ a: String", of: "String", posting: "Notification.Name(f0(\"x\"))") { number in
            number == 40 ? "a" : "isOn ? f\(number + 1)(a + \"0\") : f\(number + 1)(a + \"1\")"
        }
        let found = try AppleIndex.notifications(in: code)
        #expect(found.uses == [])
        #expect(found.unresolved == ["send(): Notification.Name(f0(\"x\"))"])
    }

    @Test("are followed until they add no name: a ring of functions that call each other")
    func namesOfRing() throws {
        let names = "_ a: Notification.Name, _ b: Notification.Name"
        let code = Self.program(20, names, of: "Notification.Name", posting: "f0(.paused, .resumed)") { number in
            let (next, last) = ((number + 1) % 20, (number + 19) % 20)
            return "isOn ? a : isOn ? f\(next)(b, a) : f\(last)(a, b)"
        }
        let found = try AppleIndex.notifications(in: code)
        #expect(
            found.uses == [
                "Notification.Name.paused: posted by send()", "Notification.Name.resumed: posted by send()",
            ])
        #expect(found.unresolved == [])
    }

    @Test("are unknown if each makes another text: a ring of functions that call each other")
    func textsOfRing() throws {
        let code = Self.program(20, "_ a: String", of: "String", posting: "Notification.Name(f0(\"x\"))") { number in
            let next = (number + 1) % 20
            let other = (number + 7) % 20
            return "isOn ? a : isOn ? f\(next)(a + \"\(number)\") : f\(other)(a)"
        }
        let found = try AppleIndex.notifications(in: code)
        #expect(found.uses == [])
        #expect(found.unresolved == ["send(): Notification.Name(f0(\"x\"))"])
    }

    @Test("are unknown if each passes a longer list: a function that calls itself")
    func namesOfLists() throws {
        let names = "_ all: [Notification.Name]"
        let code = Self.program(1, names, of: "Notification.Name", posting: "f0([.paused])") { _ in
            "isOn ? all[0] : f0(all + all)"
        }
        let found = try AppleIndex.notifications(in: code)
        #expect(found.uses == [])
        #expect(found.unresolved == ["send(): f0([.paused])"])
    }

    @Test("leave what other code posts as it is")
    func otherPosts() throws {
        let code = Self.program(41, "_ a: String", of: "String", posting: "Notification.Name(f0(\"x\"))") { number in
            number == 40 ? "a" : "isOn ? f\(number + 1)(a + \"0\") : f\(number + 1)(a + \"1\")"
        }
        let other = """

            func stop() { NotificationCenter.default.post(name: Notification.Name(f40("paused")), object: nil) }
            """
        let found = try AppleIndex.notifications(in: code + other)
        #expect(found.uses == ["Notification.Name.paused: posted by stop()"])
        #expect(found.unresolved == ["send(): Notification.Name(f0(\"x\"))"])
    }
}
