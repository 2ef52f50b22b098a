import Broadcaster
import InboxChannels

/// Sends that a mail was opened, to the observers of its account and to those of all accounts.
func sendThatWasRead(_ mail: Mail) {
    Broadcaster.notify(MailObserver.self, for: mail.account) { $0.mailWasRead(mail) }
}
