// What a macro can't see, and the compiler refuses in generated code. A comment there says what to write instead.
// Cells: mode6 nonisolated current

import Broadcaster

typealias Done = () -> Void

@Messages
protocol DownloadObserver {
    func downloadDidEnd(_ done: Done)
}
/*
expected-expansion@-2:2 {{
  expected-note@26:31 {{parameter 'argument1' is implicitly non-escaping}}
  expected-error@27:37 {{passing non-escaping parameter 'argument1' to function expecting an '@escaping' closure}}
}}
*/

@Messages
protocol UploadObserver {
    func uploadDidReach(_ size: Size)
}
/*
expected-expansion@-2:2 {{
  expected-error@2:25 {{cannot find type 'Size' in scope}}
}}
*/

extension UploadObserver {
    typealias Size = Int
}

// What the comment there says to write.
@Messages
protocol ImportObserver {
    func importDidReach(_ size: ImportObserver.Size, _ done: @escaping Done)
}

extension ImportObserver {
    typealias Size = Int
}

class Screen {}

@Messages(redeclaresInherited: true)
protocol ScreenObserver: Screen {
    func screenAppeared()
}
/*
expected-expansion@-2:2 {{
  expected-error@19:25 2 {{type 'ScreenObserverMessage.Observer' does not conform to protocol 'ScreenObserver'}}
  expected-error@19:25 {{'ScreenObserver' requires that 'ScreenObserverMessage.Observer' inherit from 'Screen'}}
  expected-note@19:25 {{requirement specified as 'Self' : 'Screen'}}
}}
*/

@globalActor actor Audio {
    static let shared = Audio()
}

@Messages
@Audio  // expected-note {{if 'Audio' is a global actor, remove it}}
protocol MixerObserver {
    func muted()  // expected-note {{calls to instance method 'muted()' from outside of its actor context}}
}
/*
expected-expansion@-2:2 {{
  expected-error@7:22 {{call to global actor 'Audio'-isolated instance method 'muted()'}}
  expected-error@14:9 {{call to global actor 'Audio'-isolated initializer 'init(_:)'}}
  expected-note@22:9 2 {{}}
}}
*/

@Messages
protocol TrackObserver {
    @Audio func trackEnded()
    // expected-note@-1 {{if 'Audio' is a global actor, remove it}}
    // expected-note@-2 {{calls to instance method 'trackEnded()' from outside of its actor context}}
}
/*
expected-expansion@-2:2 {{
  expected-error@7:22 {{call to global actor 'Audio'-isolated instance method 'trackEnded()'}}
}}
*/

typealias Editors = any Editor

@Multicast
protocol Editor: AnyObject {
    func remove(_ editor: Editors)
}
/*
expected-expansion@-2:2 {{
  expected-note@4:14 {{'remove' previously declared here}}
  expected-error@6:14 {{invalid redeclaration of 'remove'}}
}}
*/
