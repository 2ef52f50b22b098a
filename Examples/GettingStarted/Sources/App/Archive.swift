import Broadcaster
import MailChannel

actor Archive {
    private(set) var subjects: [String] = []

    func start() async {
        await Broadcaster.observe(MailObserverMessage.self, owner: self) {
            `self`, message in
            if case .mailArrived(let subject) = message {
                await self.save(subject)
            }
        }
    }

    private func save(_ subject: String) { subjects.append(subject) }
}
