/// The delivery contract in its simplest form: plain arrays, no weak references, no threads, no locks.
///
/// An observer lives as long as a slot or a running call retains it; the model counts these references.
final class Model {
    private(set) var events: [Event] = []
    private(set) var stepCount = 0

    private struct Registration {
        let observer: Int
        let channel: Channel
        let serial: Int
    }

    private struct Broadcast {
        let channel: Channel
        let registrations: [Registration]
        let message: Int
        let scripts: [[Step]]
    }

    private struct Iteration {
        let channel: Channel
        var rest: [Registration]
        let message: Int
    }

    private var registrations: [Channel: [Registration]] = [:]
    private var slots: [Int: Int] = [:]
    private var referenceCounts: [Int: Int] = [:]
    private var deinitSteps: [Int: [Step]] = [:]
    private var iterations: [Int: Iteration] = [:]
    private var heldObservers: [Int: Channel] = [:]
    private var queue: [Broadcast] = []
    private var currentBroadcaster = 1
    private var registrationCount = 0
    private var serial = 0

    func run(_ program: [Step]) {
        for step in program { run(step, caller: nil) }
        deliver()
        while let slot = slots.keys.min() {
            run(.release(slot: slot), caller: nil)
            deliver()
        }
    }

    private func run(_ step: Step, caller: Int?) {
        stepCount += 1
        switch step {
        case .create(let slot, let onDeinit):
            let observer = nextSerial()
            let old = slots[slot]
            slots[slot] = observer
            referenceCounts[observer] = 1
            deinitSteps[observer] = onDeinit
            if let old { release(old) }
        case .release(let slot):
            if let old = slots.removeValue(forKey: slot) { release(old) }
        case .register(let slot, let channel):
            register(slot, resolve(channel), caller)
        case .unregister(let slot, let channel):
            if let observer = observer(in: slot, caller) {
                end(resolve(channel)) { $0 == observer }
            }
        case .unregisterAll(let channel):
            end(resolve(channel)) { _ in true }
        case .unregisterEverywhere(let slot, let owner):
            guard let observer = observer(in: slot, caller) else { return }
            let owner = resolve(Channel(owner: owner, number: 0)).owner
            for channel in registrations.keys where channel.owner == owner {
                registrations[channel]!.removeAll { $0.observer == observer }
            }
        case .call(let channel, let method, let scripts):
            call(resolve(channel), method, scripts)
        case .start(let iteration, let channel):
            let channel = resolve(channel)
            iterations[iteration] = Iteration(
                channel: channel, rest: members(of: channel), message: nextSerial())
        case .resume(let number, let script):
            while var iteration = iterations[number], !iteration.rest.isEmpty {
                let registration = iteration.rest.removeFirst()
                iterations[number] = iteration
                if isRegistered(registration) {
                    call(registration.observer, iteration.channel, iteration.message, script)
                    return
                }
            }
        case .list(let channel):
            list(resolve(channel))
        case .hold(let number, let channel):
            heldObservers[number] = resolve(channel)
        case .listHeld(let number):
            if let channel = heldObservers[number] { list(channel) }
        case .withCurrent(let broadcaster, let steps):
            withCurrent(broadcaster) { for step in steps { run(step, caller: caller) } }
        case .settle:
            deliver()
        }
    }

    private func list(_ channel: Channel) {
        events.append(.listed(members(of: channel).map(\.observer).filter { referenceCounts[$0] != nil }))
    }

    private func register(_ slot: Int, _ channel: Channel, _ caller: Int?) {
        guard let observer = observer(in: slot, caller), referenceCounts[observer] != nil,
            !registrations[channel, default: []].contains(where: { $0.observer == observer })
        else { return }
        registrationCount += 1
        registrations[channel, default: []].append(
            Registration(observer: observer, channel: channel, serial: registrationCount))
    }

    /// Ends registrations for a channel; if it has no key, for all channels of its protocol.
    private func end(_ ended: Channel, of isEnded: (_ observer: Int) -> Bool) {
        for channel in registrations.keys where channel.isPart(of: ended) {
            registrations[channel]!.removeAll { isEnded($0.observer) }
        }
    }

    /// The registrations that a broadcast on a channel covers, in order: those of its key, and those without one.
    private func members(of channel: Channel) -> [Registration] {
        var withoutKey = channel
        withoutKey.key = nil
        return Set([channel, withoutKey]).flatMap { registrations[$0, default: []] }.sorted { $0.serial < $1.serial }
    }

    private func call(_ channel: Channel, _ method: CallMethod, _ scripts: [[Step]]) {
        let broadcast = Broadcast(
            channel: channel, registrations: members(of: channel), message: nextSerial(), scripts: scripts)
        switch method {
        case .notify where channel.owner != Channel.delegates: queue.append(broadcast)
        case .notify: deliver(broadcast, limit: nil)
        case .forIn(let limit): deliver(broadcast, limit: limit)
        case .forEach(let limit):
            if deliver(broadcast, limit: limit) == limit { events.append(.threw(message: broadcast.message)) }
        }
    }

    /// Calls the observers that are still registered, and returns how many it called.
    @discardableResult
    private func deliver(_ broadcast: Broadcast, limit: Int?) -> Int {
        var calls = 0
        for registration in broadcast.registrations where calls != limit {
            guard isRegistered(registration) else { continue }
            let script = calls < broadcast.scripts.count ? broadcast.scripts[calls] : []
            calls += 1
            call(registration.observer, broadcast.channel, broadcast.message, script)
        }
        return calls
    }

    private func call(_ observer: Int, _ channel: Channel, _ message: Int, _ script: [Step]) {
        referenceCounts[observer]! += 1
        events.append(.called(observer, channel: channel.number, message: message))
        for step in script { run(step, caller: observer) }
        events.append(.returned(observer))
        release(observer)
    }

    private func release(_ observer: Int) {
        referenceCounts[observer]! -= 1
        guard referenceCounts[observer] == 0 else { return }
        referenceCounts[observer] = nil
        events.append(.deallocated(observer))
        for step in deinitSteps[observer]! { run(step, caller: observer) }
    }

    private func deliver() {
        while !queue.isEmpty {
            let broadcast = queue.removeFirst()
            withCurrent(broadcast.channel.owner) { deliver(broadcast, limit: nil) }
        }
    }

    private func withCurrent(_ broadcaster: Int, _ body: () -> Void) {
        let outer = currentBroadcaster
        currentBroadcaster = broadcaster
        body()
        currentBroadcaster = outer
    }

    private func isRegistered(_ registration: Registration) -> Bool {
        referenceCounts[registration.observer] != nil
            && registrations[registration.channel, default: []].contains { $0.serial == registration.serial }
    }

    private func observer(in slot: Int, _ caller: Int?) -> Int? { slot == Step.caller ? caller : slots[slot] }

    private func resolve(_ channel: Channel) -> Channel {
        var channel = channel
        if channel.owner == Channel.current { channel.owner = currentBroadcaster }
        return channel
    }

    private func nextSerial() -> Int {
        serial += 1
        return serial
    }
}

extension Channel {
    /// Whether ending all registrations of another channel ends those of this one.
    fileprivate func isPart(of other: Channel) -> Bool {
        owner == other.owner && number == other.number && (other.key == nil || key == other.key)
    }
}
