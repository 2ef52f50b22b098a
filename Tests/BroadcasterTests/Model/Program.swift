import Testing

/// A step of a program, which the model and the system under test both run: from outside, or from an observer's call.
///
/// Observers are in numbered slots, which own them. ``caller`` stands for the observer that is being called, or
/// deallocated.
indirect enum Step: Equatable, Sendable {
    /// Puts a new observer into a slot, which releases the old one; the new one runs `onDeinit` in its `deinit`.
    case create(slot: Int, onDeinit: [Step])
    case release(slot: Int)
    case register(Int, Channel)
    /// For a channel without a key: from all channels of its protocol; so does `unregisterAll`.
    case unregister(Int, Channel)
    case unregisterAll(Channel)
    case unregisterEverywhere(Int, from: Int)
    /// A broadcast or an iteration; the first observer that it calls runs the first script, and so on.
    case call(Channel, CallMethod, scripts: [[Step]])
    /// Starts an iteration that is kept; each `resume` of it calls the next observer.
    case start(iteration: Int, Channel)
    case resume(iteration: Int, script: [Step])
    case list(Channel)
    /// Keeps what `observers(of:for:)` returns, which `listHeld` lists.
    case hold(observers: Int, Channel)
    case listHeld(observers: Int)
    case withCurrent(Int, [Step])
    /// Lets the main queue deliver; only outside of calls.
    case settle

    static let caller = -1
}

/// Where observers register: one of some protocols, and perhaps a key, with one of some broadcasters or among its
/// delegates.
struct Channel: Hashable, Sendable {
    /// The current broadcaster, one of the others, or multicast delegates, which are called synchronously only.
    var owner: Int
    var number: Int
    /// Delegates have none.
    var key: Int?

    static let current = 0
    static let broadcasters = 1...3
    static let delegates = 4
    static let numbers = 0..<4
}

enum CallMethod: Equatable, Sendable {
    case notify
    case forEach(throwAfter: Int?)
    case forIn(breakAfter: Int?)
}

/// What a program does that can be seen from outside.
enum Event: Equatable, Sendable {
    case called(Int, channel: Int, message: Int)
    case returned(Int)
    case deallocated(Int)
    case listed([Int])
    case threw(message: Int)
}

/// Makes random programs from a seed.
struct ProgramGenerator {
    private var random: SplitMix
    private let slotCount: Int
    private let owners: [Int]

    init(seed: UInt64) {
        random = SplitMix(state: seed)
        slotCount = [2, 4, 10, 24].randomElement(using: &random)!
        // With few owners, steps often meet in one channel.
        owners = Array([0, 1, 2, 3, 4].shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
    }

    mutating func program() -> [Step] {
        var steps: [Step] = (0..<slotCount).flatMap { slot -> [Step] in
            [.create(slot: slot, onDeinit: []), .register(slot, channel())]
        }
        for _ in 0..<Int.random(in: 20...200, using: &random) {
            steps.append(one(in: 20) ? .settle : step(depth: 0))
        }
        return steps
    }

    private mutating func step(depth: Int) -> Step {
        switch Int.random(in: 0..<42, using: &random) {
        case 0..<4: .create(slot: slot(), onDeinit: one(in: 3) ? script(depth: depth + 1) : [])
        case 4..<6: .release(slot: slot())
        case 6..<16: .register(observer(depth), channel())
        case 16..<20: .unregister(observer(depth), channel())
        case 20..<22: .unregisterAll(channel())
        case 22..<24: .unregisterEverywhere(observer(depth), from: owner())
        case 24..<28: .call(channel(), .notify, scripts: scripts(depth))
        case 28..<30: .call(channel(), .forEach(throwAfter: limit()), scripts: scripts(depth))
        case 30..<32: .call(channel(), .forIn(breakAfter: limit()), scripts: scripts(depth))
        case 32: .start(iteration: iteration(), channel())
        case 33..<36: .resume(iteration: iteration(), script: script(depth: depth + 1))
        case 36..<38: .list(channel())
        case 38: .hold(observers: held(), channel())
        case 39: .listHeld(observers: held())
        default:
            depth < 3
                ? .withCurrent(Int.random(in: Channel.broadcasters, using: &random), script(depth: depth + 1))
                : .list(channel())
        }
    }

    private mutating func scripts(_ depth: Int) -> [[Step]] {
        depth < 3 ? (0..<Int.random(in: 0...4, using: &random)).map { _ in script(depth: depth + 1) } : []
    }

    private mutating func script(depth: Int) -> [Step] {
        depth <= 3 ? (0..<Int.random(in: 0...3, using: &random)).map { _ in step(depth: depth) } : []
    }

    private mutating func observer(_ depth: Int) -> Int { depth > 0 && one(in: 3) ? Step.caller : slot() }
    private mutating func slot() -> Int { Int.random(in: 0..<slotCount, using: &random) }
    private mutating func iteration() -> Int { Int.random(in: 0..<3, using: &random) }
    private mutating func held() -> Int { Int.random(in: 0..<2, using: &random) }
    private mutating func owner() -> Int { owners.randomElement(using: &random)! }
    private mutating func limit() -> Int? { one(in: 4) ? Int.random(in: 1...4, using: &random) : nil }
    private mutating func one(in many: Int) -> Bool { Int.random(in: 0..<many, using: &random) == 0 }

    private mutating func channel() -> Channel {
        let owner = owner()
        // Half of them have the first protocol, and half of them no key.
        return Channel(
            owner: owner, number: one(in: 2) ? 0 : Int.random(in: Channel.numbers, using: &random),
            key: owner == Channel.delegates || one(in: 2) ? nil : Int.random(in: 1...3, using: &random))
    }
}

extension [Step] {
    /// Smaller programs to try when this one fails; each lacks something.
    var smaller: [[Step]] {
        var programs: [[Step]] = []
        var length = count / 2
        while length > 0 {
            for start in stride(from: 0, to: count, by: length) {
                programs.append(Array(self[..<start] + self[Swift.min(start + length, count)...]))
            }
            length /= 2
        }
        for (position, step) in enumerated() {
            for simpler in step.smaller {
                programs.append(Array(self[..<position] + [simpler] + self[(position + 1)...]))
            }
        }
        return programs
    }

    func listed(indent: String = "") -> String {
        map { step in
            switch step {
            case .create(let slot, let onDeinit) where !onDeinit.isEmpty:
                "\(indent)create(\(slot)), in deinit:\n\(onDeinit.listed(indent: indent + "    "))"
            case .call(let channel, let method, let scripts) where !scripts.isEmpty:
                "\(indent)call(\(channel), \(method)):\n"
                    + scripts.enumerated().map { "\(indent)  call \($0):\n\($1.listed(indent: indent + "    "))" }
                    .joined(separator: "\n")
            case .resume(let iteration, let script) where !script.isEmpty:
                "\(indent)resume(\(iteration)):\n\(script.listed(indent: indent + "    "))"
            case .withCurrent(let broadcaster, let steps):
                "\(indent)withCurrent(\(broadcaster)):\n\(steps.listed(indent: indent + "    "))"
            default: "\(indent)\(step)"
            }
        }.joined(separator: "\n")
    }
}

extension Step {
    fileprivate var smaller: [Step] {
        switch self {
        case .create(let slot, let onDeinit): onDeinit.smaller.map { .create(slot: slot, onDeinit: $0) }
        case .call(let channel, let method, let scripts):
            (scripts.isEmpty ? [] : [.call(channel, method, scripts: scripts.dropLast())])
                + scripts.indices.flatMap { position in
                    scripts[position].smaller.map { smaller in
                        var scripts = scripts
                        scripts[position] = smaller
                        return .call(channel, method, scripts: scripts)
                    }
                }
        case .resume(let iteration, let script): script.smaller.map { .resume(iteration: iteration, script: $0) }
        case .withCurrent(let broadcaster, let steps): steps.smaller.map { .withCurrent(broadcaster, $0) }
        default: []
        }
    }
}

/// A random number generator with a seed, SplitMix64.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
