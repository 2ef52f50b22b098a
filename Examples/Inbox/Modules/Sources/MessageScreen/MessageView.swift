#if canImport(SwiftUI)
    import InboxChannels
    import SwiftUI

    #if canImport(UIKit)
        /// The screen of a mail, which is a view controller on iOS.
        public struct MessageView: UIViewControllerRepresentable {
            private let mail: Mail

            /// Creates the screen of a mail.
            public init(_ mail: Mail) { self.mail = mail }

            /// Creates the view controller.
            public func makeUIViewController(context: Context) -> MessageViewController {
                MessageViewController(mail)
            }

            /// Does nothing, because each mail has a view of its own.
            public func updateUIViewController(_ controller: MessageViewController, context: Context) {}
        }
    #else
        /// The screen of a mail on macOS.
        public struct MessageView: View {
            private let mail: Mail

            /// Creates the screen of a mail.
            public init(_ mail: Mail) { self.mail = mail }

            /// The text.
            public var body: some View {
                Text(mail.text).onAppear { sendThatWasRead(mail) }
            }
        }
    #endif
#endif
