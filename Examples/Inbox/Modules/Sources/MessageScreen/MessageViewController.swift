#if canImport(UIKit)
    import Broadcaster
    import InboxChannels
    import UIKit

    /// The screen of a mail on iOS.
    public final class MessageViewController: UIViewController {
        private let mail: Mail
        private let label = UILabel()

        /// Creates the screen of a mail.
        public init(_ mail: Mail) {
            self.mail = mail
            super.init(nibName: nil, bundle: nil)
        }

        /// There is no storyboard.
        @available(*, unavailable)
        public required init?(coder: NSCoder) { fatalError("init(coder:)") }

        public override func loadView() {
            label.textAlignment = .center
            label.numberOfLines = 0
            view = label
        }

        public override func viewDidLoad() {
            super.viewDidLoad()
            show("unread")
            Broadcaster.register(MailObserver.self, for: mail.account, observer: self)
        }

        public override func viewDidAppear(_ animated: Bool) {
            super.viewDidAppear(animated)
            sendThatWasRead(mail)
        }

        private func show(_ note: String) { label.text = "\(mail.text)\n\n(\(note))" }
    }

    extension MessageViewController: MailObserver {
        /// Receives the mails of the same account only.
        public func mailArrived(_ mail: Mail) { show("a new mail from \(mail.sender)") }

        /// Receives what this screen sends, too.
        public func mailWasRead(_ mail: Mail) { if mail == self.mail { show("read") } }
    }
#endif
