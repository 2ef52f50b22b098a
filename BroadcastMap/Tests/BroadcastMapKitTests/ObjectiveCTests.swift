import Testing

@testable import BroadcastMapKit

/// Code of Objective-C beside Swift, with what the map must find.
@Suite("The map of notifications in Objective-C", .enabled(if: AppleIndex.isPossible), .timeLimit(.minutes(5)))
struct ObjectiveCTests {
    private let swift = """
        import Foundation
        final class Window {
            func open() { NotificationCenter.default.post(name: .init("opened"), object: nil) }
            func watch() {
                _ = NotificationCenter.default.addObserver(forName: .init("closed"), object: nil, queue: .main) { _ in }
            }
        }
        """

    private func found(inMethods code: String, before: String = "") throws -> AppleIndex.Found {
        try AppleIndex.notifications(
            in: swift,
            objectiveC: """
                #include "Foundation.h"
                \(before)
                @interface Old : NSObject
                @property NSNotificationCenter *center;
                @end
                @implementation Old
                \(code)
                @end
                """)
    }

    @Test("a post and an observer in a method belong to the name that a string is")
    func strings() throws {
        let found = try found(
            inMethods: """
                - (void)close {
                    [[NSNotificationCenter defaultCenter] postNotificationName:@"closed" object:self userInfo:NONE];
                }
                - (void)watch {
                    [NSNotificationCenter.defaultCenter addObserver:self
                                                           selector:@selector(close)
                                                               name:@"opened" // not "closed"
                                                             object:NONE];
                    [NSNotificationCenter.defaultCenter
                        addObserverForName:(NSNotificationName)@"opened" object:NONE queue:NONE
                        usingBlock:^(NSNotification *note) { [self close]; }];
                }
                """, before: "#define NONE ((id)0)")
        #expect(
            found.uses == [
                "\"closed\": observed by a closure in Window.watch()", "\"closed\": posted by Old.close",
                "\"opened\": observed by Old (a selector)", "\"opened\": observed by a closure in Old.watch",
                "\"opened\": posted by Window.open()",
            ])
        #expect(found.problems.isEmpty)
        #expect(found.unresolved.isEmpty)
    }

    @Test("a constant and a macro of Objective-C have the text that their definitions say")
    func constants() throws {
        let found = try found(
            inMethods: """
                - (void)close {
                    [NSNotificationCenter.defaultCenter postNotificationName:Closed object:self];
                    [NSNotificationCenter.defaultCenter postNotificationName:(Closing) object:self];
                }
                void watch(id observer) {
                    [NSNotificationCenter.defaultCenter addObserver:observer selector:@selector(close) name:OPENED
                                                             object:(id)0];
                }
                """,
            before: """
                NSNotificationName const Closed = @"closed";
                static NSNotificationName Closing = (NSNotificationName)@"closing";
                #define OPENED @"opened"
                """)
        #expect(
            found.uses == [
                "\"opened\": observed by a selector in watch", "\"opened\": posted by Window.open()",
                "Closed: observed by a closure in Window.watch()", "Closed: posted by Old.close",
                "Closing: posted by Old.close",
            ])
        #expect(found.problems == ["Closing is posted, but never observed"])
        #expect(found.unresolved.isEmpty)
    }

    @Test("a post has its object and its user info as they are written")
    func userInfo() throws {
        let found = try found(
            inMethods: """
                - (void)close:(NSDictionary *)info {
                    [NSNotificationCenter.defaultCenter postNotificationName:@"closed" object:self userInfo:info];
                }
                """)
        #expect(found.report.text.contains("    object: self    userInfo: in a variable, info\n"))
    }

    @Test("the message ends at its own bracket, whatever its arguments contain")
    func arguments() throws {
        let found = try found(
            inMethods: """
                - (id)made:(void (^)(void))block name:(id)name { return block ? self : name; }
                - (void)close {
                    [self.center postNotificationName:@"closed" /* ] name: */
                                               object:[self made:^{ char a[] = "]}"; } name:@"other"]];
                    [self made:^{} name:@"opened"];
                }
                - (void)watch:(id)name {
                    [NSNotificationCenter.defaultCenter addObserver:self selector:@selector(close)
                        name:name ? @"opened" : name object:self];
                    [NSNotificationCenter.defaultCenter addObserver:self selector:@selector(close)
                        name:nil object:self];
                }
                """, before: "#define nil ((id)0)")
        #expect(
            found.uses == [
                "\"closed\": observed by a closure in Window.watch()", "\"closed\": posted by Old.close",
                "\"opened\": posted by Window.open()",
            ])
        let closed = found.report.channels.first { $0.name == "\"closed\"" }
        #expect(closed?.senders.map(\.center) == ["self.center"])
        #expect(
            found.unresolved == ["Old.watch:: name ? @\"opened\" : name", "Old.watch:: it observes every name"])
    }

    @Test("a constant that the index doesn't define joins the uses in Swift")
    func declarations() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                func watch() {
                    _ = NotificationCenter.default.publisher(for: UserDefaults.didChangeNotification)
                }
                """,
            objectiveC: """
                #include "Foundation.h"
                void change() {
                    [NSNotificationCenter.defaultCenter
                        postNotification:[NSNotification notificationWithName:NSUserDefaultsDidChangeNotification
                                                                       object:(id)0]];
                }
                """)
        #expect(
            found.uses == [
                "UserDefaults.didChangeNotification: observed by a publisher in watch()",
                "UserDefaults.didChangeNotification: posted by change",
            ])
        #expect(found.unresolved.isEmpty)
    }

    @Test("a helper of Swift that passes a name on is followed to the code that calls it")
    func helpers() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                @objc final class Poster: NSObject {
                    @objc static func post(name: Notification.Name) {
                        NotificationCenter.default.post(name: name, object: nil)
                    }
                }
                """,
            objectiveC: """
                #include "Foundation.h"
                __attribute__((external_source_symbol(language = "Swift", defined_in = "App", generated_declaration)))
                @interface Poster : NSObject
                + (void)postWithName:(NSString *)name;
                @end
                void post() { [Poster postWithName:@"saved"]; }
                """)
        #expect(found.uses == ["\"saved\": posted by post"])
        #expect(found.unresolved.isEmpty)
    }

    @Test("the centers of CoreFoundation are named, in both languages")
    func coreFoundation() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                func announce() { CFNotificationCenterPostNotification() }
                """,
            objectiveC: """
                #include "Foundation.h"
                void post() { CFNotificationCenterPostNotification(); }
                """)
        #expect(found.uses.isEmpty)
        let reason = "the centers of CoreFoundation aren't read"
        #expect(found.unresolved == ["announce(): \(reason)", "post: \(reason)"])
    }
}
