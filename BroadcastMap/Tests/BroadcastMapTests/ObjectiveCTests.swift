import Testing

@testable import ChannelMap

/// Code of Objective-C beside Swift, with what the map must find.
@Suite("The map of notifications in Objective-C", .enabled(if: AppleIndex.isPossible), .timeLimit(.minutes(30)))
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

    private func found(
        inMethods code: String, before: String = "", header: String? = nil
    ) throws -> AppleIndex.Found {
        try AppleIndex.notifications(
            in: swift, header: header,
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

    @Test("a constant that Swift imports as a member is one name in both languages, at its definition")
    func importedConstants() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                func watch() {
                    _ = NotificationCenter.default.publisher(for: UserDefaults.didChangeNotification)
                    _ = NotificationCenter.default.publisher(for: .init("changed"))
                }
                """,
            objectiveC: """
                #include "Foundation.h"
                NSNotificationName const NSUserDefaultsDidChangeNotification = @"changed";
                void change() {
                    [NSNotificationCenter.defaultCenter postNotificationName:NSUserDefaultsDidChangeNotification
                                                                      object:(id)0];
                }
                """)
        let name = "UserDefaults.didChangeNotification"
        #expect(
            found.uses == [
                "\(name): observed by a publisher in watch()", "\(name): observed by a publisher in watch()",
                "\(name): posted by change",
            ])
        let channel = try #require(found.report.channels.first)
        #expect(channel.kind == .declared)
        #expect(channel.line == 2)
        #expect(channel.file?.hasSuffix("Old.m") == true)
    }

    @Test("a post has the keys of a dictionary that is written, and another one with other keys is another method")
    func keys() throws {
        let found = try found(
            inMethods: """
                - (void)close:(id)info {
                    [NSNotificationCenter.defaultCenter postNotificationName:@"closed" object:self userInfo:@{}];
                    [NSNotificationCenter.defaultCenter postNotificationName:@"closed" object:self
                        userInfo:@{ @"a" : self, Key : info ? self : [self of:info, info] }];
                    NSDictionary *other = @{@"b": self};
                    [NSNotificationCenter.defaultCenter postNotificationName:@"closed" object:self userInfo:other];
                    NSDictionary *either = @{@"c": self};
                    if (info) either = @{@"d": self};
                    [NSNotificationCenter.defaultCenter postNotificationName:@"closed" object:self userInfo:either];
                }
                - (id)of:(id)info, ... { return self; }
                """,
            before: """
                NSString *const Key = @"key";
                @interface NSDictionary (Literals)
                + (id)dictionaryWithObjects:(const id [])objects forKeys:(const id [])keys count:(unsigned long)count;
                @end
                """)
        let closed = found.report.channels.first { $0.name == "\"closed\"" }
        #expect(closed?.senders.map(\.notification?.userInfo?.wrappedValue) == [[], ["\"a\"", "Key"], ["\"b\""], nil])
        #expect(closed?.notes.map(\.text).contains("posts carry different keys: two methods") == true)
    }

    @Test("a declaration isn't a place that mentions a name, and other code is")
    func mentions() throws {
        let found = try found(
            inMethods: """
                - (void)close { [NSNotificationCenter.defaultCenter postNotificationName:Closed object:self]; }
                - (void)begin { [NSNotificationCenter.defaultCenter postNotificationName:Began object:self]; }
                - (id)name { return Began; }
                """,
            before: """
                extern NSNotificationName const Closed;
                NSNotificationName const Closed = @"did.close";
                extern NSNotificationName const Began;
                NSNotificationName const Began = @"began";
                """)
        #expect(found.problems.count == 4)
        #expect(found.problems.contains("Closed is posted, but never observed"))
        let began = found.problems.first { $0.hasPrefix("Began is posted, but never observed; also mentioned at ") }
        #expect(began?.hasSuffix("Old.m:12") == true)
        #expect(found.report.channels.map { $0.mentions?.map(\.line) } == [nil, [12], nil, nil])
    }

    @Test("a constant of a framework that only Objective-C names has its name there")
    func frameworks() throws {
        let found = try found(
            inMethods: """
                - (void)watch {
                    [NSNotificationCenter.defaultCenter addObserver:self selector:@selector(watch)
                        name:UIApplicationDidBecomeActiveNotification object:(id)0];
                }
                """, before: "extern NSNotificationName const UIApplicationDidBecomeActiveNotification;")
        #expect(found.uses.contains("UIApplicationDidBecomeActiveNotification: observed by Old (a selector)"))
    }

    @Test("a constant and a macro of Objective-C are the same name where Swift makes a name of them")
    func bridging() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                func watch() {
                    for text in [kClosed, kEnded] {
                        _ = NotificationCenter.default.publisher(for: Notification.Name(text))
                    }
                    let name = NSNotification.Name(rawValue: kOpened)
                    _ = NotificationCenter.default.publisher(for: name)
                }
                """,
            header: """
                #include "Foundation.h"
                extern NSString *const kClosed;
                extern NSString *const kEnded;
                #define kOpened @"opened"
                """,
            isBridged: true,
            objectiveC: """
                #include "Old.h"
                NSString *const kClosed = @"closed";
                NSString *const kEnded = @"ended";
                void post() {
                    [NSNotificationCenter.defaultCenter postNotificationName:kClosed object:(id)0];
                    [NSNotificationCenter.defaultCenter postNotificationName:kOpened object:(id)0];
                }
                """)
        #expect(
            found.uses == [
                "\"opened\": observed by a publisher in watch()", "\"opened\": posted by post",
                "kClosed: observed by a publisher in watch()", "kClosed: posted by post",
                "kEnded: observed by a publisher in watch()",
            ])
        #expect(found.problems == ["kEnded is observed, but never posted"])
        #expect(found.unresolved.isEmpty)
    }

    @Test("an observer has the method that its selector names, or its block, through which a name is posted again")
    func handlers() throws {
        let found = try found(
            inMethods: """
                - (void)begin:(NSNotification *)note { [self send]; }
                - (void)send { [NSNotificationCenter.defaultCenter postNotificationName:@"closed" object:self]; }
                - (void)watch:(id)other {
                    [NSNotificationCenter.defaultCenter addObserver:self selector:@selector(begin:)
                        name:@"closed" object:NONE];
                    [NSNotificationCenter.defaultCenter addObserver:self selector:@selector(inherited)
                        name:@"opened" object:NONE];
                    [NSNotificationCenter.defaultCenter addObserver:other selector:@selector(begin:)
                        name:@"other" object:NONE];
                    [NSNotificationCenter.defaultCenter addObserverForName:@"block" object:NONE queue:NONE
                        usingBlock:^(NSNotification *note) {
                            [NSNotificationCenter.defaultCenter postNotificationName:@"block" object:self];
                        }];
                    [NSNotificationCenter.defaultCenter addObserverForName:@"beside" object:NONE queue:NONE
                        usingBlock:^(NSNotification *note) {}];
                    [NSNotificationCenter.defaultCenter postNotificationName:@"beside" object:self];
                }
                """,
            before: """
                #define NONE ((id)0)
                @interface Older : NSObject
                - (void)inherited;
                @end
                @implementation Older
                - (void)inherited {}
                @end
                #define NSObject Older
                """)
        let observers = found.report.channels.flatMap { channel in
            channel.observers.filter { $0.file.hasSuffix(".m") }.map {
                "\(channel.name): \($0.notification?.handler?.wrappedValue ?? "none")"
            }
        }
        #expect(
            observers.sorted() == [
                "\"beside\": none", "\"block\": none", "\"closed\": begin:", "\"opened\": inherited",
                "\"other\": none",
            ])
    }

    @Test("the default center has no name, even through a variable, and another one has")
    func centers() throws {
        let found = try found(
            inMethods: """
                - (void)close {
                    NSNotificationCenter *nc = [NSNotificationCenter defaultCenter];
                    if (nc == self.center) return;
                    [nc postNotificationName:@"local" object:self];
                    [NSNotificationCenter.defaultCenter postNotificationName:@"property" object:self];
                    [[NSNotificationCenter defaultCenter] postNotificationName:@"method" object:self];
                    NSNotificationCenter *own = self.center;
                    [own postNotificationName:@"own" object:self];
                    nc = own;
                    [nc postNotificationName:@"assigned" object:self];
                }
                - (void)open:(NSNotificationCenter *)nc {
                    self.nc = NSNotificationCenter.defaultCenter;
                    [nc postNotificationName:@"parameter" object:self];
                }
                - (void)setNc:(id)other {}
                - (id)nc { return self; }
                """)
        let centers = found.report.channels.flatMap { channel in
            channel.senders.filter { $0.file.hasSuffix(".m") }.map { "\(channel.name): \($0.center ?? "default")" }
        }
        #expect(
            centers.sorted() == [
                "\"assigned\": nc", "\"local\": default", "\"method\": default", "\"own\": own",
                "\"parameter\": nc", "\"property\": default",
            ])
    }

    @Test("an expectation of a test in Objective-C observes")
    func expectations() throws {
        let found = try AppleIndex.notifications(
            in: swift,
            objectiveC: """
                #include "XCTest.h"
                @interface OldTests : XCTestCase
                @end
                @implementation OldTests
                - (void)testOpening {
                    [self expectationForNotification:@"opened" object:(id)0 handler:(id)0];
                    [[XCTNSNotificationExpectation alloc] initWithName:@"opened" object:(id)0];
                }
                @end
                """)
        #expect(
            found.uses.filter { $0.contains("OldTests") }
                == Array(repeating: "\"opened\": observed by an expectation in OldTests.testOpening", count: 2))
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

    @Test("a helper of Objective-C that passes a name on is followed to the code that calls it, in both languages")
    func helpersOfObjectiveC() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                final class Window {
                    func open(_ poster: Poster) { poster.post(.init("swift"), object: nil) }
                    func watch() {
                        for name in ["swift", "direct", "nested"] {
                            _ = NotificationCenter.default.addObserver(forName: .init(name), object: nil, queue: .main) { _ in }
                        }
                    }
                }
                """,
            header: """
                #include "Foundation.h"
                @interface Poster : NSObject
                - (void)post:(nonnull NSNotificationName)name object:(nullable id)object __attribute__((swift_name("post(_:object:)")));
                @end
                """, isBridged: true,
            objectiveC: """
                #include "Old.h"
                @implementation Poster
                - (void)post:(NSNotificationName)name object:(id)object {
                    [NSNotificationCenter.defaultCenter postNotificationName:name object:object];
                }
                @end
                @interface Screen : NSObject
                @end
                @implementation Screen
                - (void)send:(NSNotificationName)name with:(Poster *)poster { [poster post:name object:self]; }
                - (void)direct:(Poster *)poster { [poster post:(NSNotificationName)@"direct" object:self]; }
                - (void)nested:(Poster *)poster { [self send:(NSNotificationName)@"nested" with:poster]; }
                - (void)watch {
                    [NSNotificationCenter.defaultCenter addObserver:self selector:@selector(changed:) name:(NSNotificationName)@"direct" object:(id)0];
                    [NSNotificationCenter.defaultCenter addObserver:self selector:@selector(plain) name:(NSNotificationName)@"nested" object:(id)0];
                }
                - (void)changed:(NSNotification *)note { id source = note.object; (void)source; }
                - (void)plain { }
                @end
                """)
        #expect(
            found.uses.filter { $0.contains("posted") } == [
                "\"direct\": posted by Screen.direct:", "\"nested\": posted by Screen.nested:",
                "\"swift\": posted by Window.open(_:)",
            ])
        #expect(found.unresolved.isEmpty)
        #expect(found.problems.isEmpty)
    }

    @Test("a string constant of a framework is a framework's name where Swift makes a name of it")
    func stringsOfFrameworks() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                func watch() {
                    _ = NotificationCenter.default.publisher(for: Notification.Name(kReachabilityChanged))
                    _ = NotificationCenter.default.publisher(for: NSNotification.Name(rawValue: kReachabilityChanged))
                }
                """)
        #expect(
            found.uses == [
                "kReachabilityChanged: observed by a publisher in watch()",
                "kReachabilityChanged: observed by a publisher in watch()",
            ])
        #expect(found.unresolved.isEmpty)
    }

    @Test("a post that performSelector sends later is a post, and another selector is none")
    func performSelector() throws {
        let found = try found(
            inMethods: """
                - (void)later {
                    NSNotification *note = [NSNotification notificationWithName:@"closed" object:self];
                    [NSNotificationCenter.defaultCenter performSelectorOnMainThread:@selector(postNotification:)
                                                                         withObject:note waitUntilDone:0];
                    [NSNotificationCenter.defaultCenter performSelector:@selector(removeObserver:) withObject:self];
                    [self performSelector:@selector(send:) withObject:@"other"];
                }
                - (void)send:(id)name { [NSNotificationCenter.defaultCenter postNotificationName:@"other" object:self]; }
                """,
            before: """
                @interface NSObject (Performing)
                - (id)performSelector:(SEL)selector withObject:(id)object;
                - (void)performSelectorOnMainThread:(SEL)selector withObject:(id)object waitUntilDone:(_Bool)wait;
                @end
                """)
        #expect(
            found.uses.filter { $0.contains("Old.") } == [
                "\"closed\": posted by Old.later", "\"other\": posted by Old.send:",
            ])
        #expect(found.unresolved.isEmpty)
    }

}
