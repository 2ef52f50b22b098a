/// The delivery contract, done in the simplest way: plain arrays, no weak references, no threads, no locks.
///
/// An observer lives as long as a shelf or a call under way holds it; what holds it is counted.
final class Model {
    private(set) var events: [Event] = []
    private(set) var steps = 0

    private struct Registration {
        let observer: Int
        let serial: Int
    }

    private struct Broadcast {
        let place: Place
        let registrations: [Registration]
        let message: Int
        let scripts: [[Step]]
    }

    private struct Walk {
        let place: Place
        var rest: [Registration]
        let message: Int
    }

    private var members: [Place: [Registration]] = [:]
    private var shelves: [Int: Int] = [:]
    private var holders: [Int: Int] = [:]
    private var lastSteps: [Int: [Step]] = [:]
    private var walks: [Int: Walk] = [:]
    private var queue: [Broadcast] = []
    private var current = 1
    private var registrations = 0
    private var serial = 0

    func run(_ program: [Step]) {
        for step in program { run(step, me: nil) }
        deliver()
        while let shelf = shelves.keys.min() {
            run(.drop(shelf: shelf), me: nil)
            deliver()
        }
    }

    private func run(_ step: Step, me: Int?) {
        steps += 1
        switch step {
        case .create(let shelf, let last):
            let observer = next()
            let old = shelves[shelf]
            shelves[shelf] = observer
            holders[observer] = 1
            lastSteps[observer] = last
            if let old { letGo(of: old) }
        case .drop(let shelf):
            if let old = shelves.removeValue(forKey: shelf) { letGo(of: old) }
        case .register(let who, let place):
            guard let observer = find(who, me), holders[observer] != nil else { return }
            let place = resolve(place)
            if !members[place, default: []].contains(where: { $0.observer == observer }) {
                registrations += 1
                members[place, default: []].append(Registration(observer: observer, serial: registrations))
            }
        case .unregister(let who, let place):
            if let observer = find(who, me) { members[resolve(place)]?.removeAll { $0.observer == observer } }
        case .unregisterAll(let place):
            members[resolve(place)] = []
        case .unregisterEverywhere(let who, let centre):
            guard let observer = find(who, me) else { return }
            for channel in Place.channels {
                members[resolve(Place(centre: centre, channel: channel))]?.removeAll { $0.observer == observer }
            }
        case .call(let place, let way, let scripts):
            call(resolve(place), way, scripts)
        case .start(let walk, let place):
            let place = resolve(place)
            walks[walk] = Walk(place: place, rest: members[place, default: []], message: next())
        case .resume(let number, let script):
            while var walk = walks[number], !walk.rest.isEmpty {
                let registration = walk.rest.removeFirst()
                walks[number] = walk
                if isMember(registration, of: walk.place) {
                    call(registration.observer, walk.place, walk.message, script)
                    return
                }
            }
        case .look(let place):
            events.append(.saw(members[resolve(place), default: []].map(\.observer).filter { holders[$0] != nil }))
        case .scope(let centre, let steps):
            inScope(centre) { for step in steps { run(step, me: me) } }
        case .settle:
            deliver()
        }
    }

    private func call(_ place: Place, _ way: Way, _ scripts: [[Step]]) {
        let broadcast = Broadcast(
            place: place, registrations: members[place, default: []], message: next(), scripts: scripts)
        switch way {
        case .notify where place.centre != Place.delegates: queue.append(broadcast)
        case .notify: walk(broadcast, limit: nil)
        case .forIn(let limit): walk(broadcast, limit: limit)
        case .forEach(let limit):
            if walk(broadcast, limit: limit) == limit { events.append(.threw(message: broadcast.message)) }
        }
    }

    /// Calls those who are still there, and says how many.
    @discardableResult
    private func walk(_ broadcast: Broadcast, limit: Int?) -> Int {
        var calls = 0
        for registration in broadcast.registrations where calls != limit {
            guard isMember(registration, of: broadcast.place) else { continue }
            let script = calls < broadcast.scripts.count ? broadcast.scripts[calls] : []
            calls += 1
            call(registration.observer, broadcast.place, broadcast.message, script)
        }
        return calls
    }

    private func call(_ observer: Int, _ place: Place, _ message: Int, _ script: [Step]) {
        holders[observer]! += 1
        events.append(.called(observer, channel: place.channel, message: message))
        for step in script { run(step, me: observer) }
        events.append(.returned(observer))
        letGo(of: observer)
    }

    private func letGo(of observer: Int) {
        holders[observer]! -= 1
        guard holders[observer] == 0 else { return }
        holders[observer] = nil
        events.append(.died(observer))
        for step in lastSteps[observer]! { run(step, me: observer) }
    }

    private func deliver() {
        while !queue.isEmpty {
            let broadcast = queue.removeFirst()
            inScope(broadcast.place.centre) { walk(broadcast, limit: nil) }
        }
    }

    private func inScope(_ centre: Int, _ body: () -> Void) {
        let outer = current
        current = centre
        body()
        current = outer
    }

    private func isMember(_ registration: Registration, of place: Place) -> Bool {
        holders[registration.observer] != nil
            && members[place, default: []].contains { $0.serial == registration.serial }
    }

    private func find(_ who: Int, _ me: Int?) -> Int? { who == Step.me ? me : shelves[who] }

    private func resolve(_ place: Place) -> Place {
        place.centre == Place.current ? Place(centre: current, channel: place.channel) : place
    }

    private func next() -> Int {
        serial += 1
        return serial
    }
}
