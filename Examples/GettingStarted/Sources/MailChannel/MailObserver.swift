import Broadcaster

@Messages
public protocol MailObserver {
    func mailArrived(_ subject: String)
    func syncDidFail()
}

extension MailObserverMessage: Equatable {}
