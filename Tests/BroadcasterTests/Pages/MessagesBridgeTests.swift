import Broadcaster
import Foundation
import TestSupport
import Testing

/// The bridge of the page "More than one process", between two broadcasters that stand for two processes.
@Suite("Bridge", .timeLimit(.minutes(60)), .watched)
@MainActor
struct MessagesBridgeTests {
    @Test("a bridge forwards what is sent in its process, and not what it received")
    func bothDirections() async {
        let processes = [Broadcaster(), Broadcaster()]
        let cables = [Cable(), Cable()]
        let bridges = (0..<2).map { Bridge(UploadObserverMessage.self, of: processes[$0], transport: cables[$0]) }
        cables[0].onSend = { [weak other = bridges[1]] in other?.receive($0) }
        cables[1].onSend = { [weak other = bridges[0]] in other?.receive($0) }
        let logs = [Log<UploadObserverMessage>(), Log<UploadObserverMessage>()]
        let observations = (0..<2).map { index in
            processes[index].observe(UploadObserverMessage.self) { logs[index].write($0) }
        }
        processes[0].notify(UploadObserverMessage.uploadDidFinish("photo", bytes: 7))
        await processes[0].settled()
        processes[1].notify(UploadObserverMessage.uploadDidFail)
        await processes[1].settled()
        #expect(logs[0].entries == [.uploadDidFinish("photo", bytes: 7), .uploadDidFail])
        #expect(logs[1].entries == logs[0].entries)
        #expect(cables.map(\.sent) == [1, 1])
        withExtendedLifetime((bridges, observations)) {}
    }

    @Test("a bridge forwards what an observer broadcasts in turn")
    func inTurn() async throws {
        let process = Broadcaster()
        let cable = Cable()
        let bridge = Bridge(UploadObserverMessage.self, of: process, transport: cable)
        let observation = process.observe(UploadObserverMessage.self) { message in
            if case .uploadDidFinish = message { process.notify(UploadObserverMessage.uploadDidFail) }
        }
        bridge.receive(try JSONEncoder().encode(UploadObserverMessage.uploadDidFinish("photo", bytes: 7)))
        await process.settled()
        #expect(cable.sent == 1)
        withExtendedLifetime(observation) {}
    }
}

@MainActor
private final class Cable {
    var sent = 0
    var onSend: (Data) -> Void = { _ in }

    func send(_ data: Data) {
        sent += 1
        onSend(data)
    }
}

@MainActor
private final class Bridge<Message: Broadcaster.Message & Codable> {
    private let broadcaster: Broadcaster
    private let transport: Cable
    private var isReceiving = false
    private var observation: Broadcaster.Observation?

    init(_ messageType: Message.Type, of broadcaster: Broadcaster, transport: Cable) {
        self.broadcaster = broadcaster
        self.transport = transport
        observation = broadcaster.observe(messageType) { [weak self] in self?.forward($0) }
    }

    private func forward(_ message: Message) {
        guard !isReceiving, let data = try? JSONEncoder().encode(message) else { return }
        transport.send(data)
    }

    func receive(_ data: Data) {
        guard let message = try? JSONDecoder().decode(Message.self, from: data) else { return }
        isReceiving = true
        broadcaster.observers(of: Message.Channel.self).forEach { message.send(to: $0) }
        isReceiving = false
    }
}
