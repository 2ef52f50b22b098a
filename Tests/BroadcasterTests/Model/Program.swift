import Testing

/// A program for the model and for the real thing: what is done from outside, and by those who are called.
///
/// Observers stand on numbered shelves, which own them. ``me`` is the one who is being called, or is dying.
indirect enum Step: Equatable, Sendable {
    /// Puts a new observer on a shelf, which lets go of the old one; the new one does `last` in its `deinit`.
    case create(shelf: Int, last: [Step])
    case drop(shelf: Int)
    case register(Int, Place)
    case unregister(Int, Place)
    case unregisterAll(Place)
    case unregisterEverywhere(Int, from: Int)
    /// A broadcast, or a walk; the one who is called first does the first script, and so on.
    case call(Place, Way, scripts: [[Step]])
    /// Starts a walk that is kept; each `resume` of it calls the next one.
    case start(walk: Int, Place)
    case resume(walk: Int, script: [Step])
    case look(Place)
    case scope(Int, [Step])
    /// Lets the main queue deliver; only outside of calls.
    case settle

    static let me = -1
}

/// Where observers register: a protocol of a broadcaster.
struct Place: Hashable, Sendable {
    /// `current` comes first, then others, then multicast delegates, which have the same members for walks.
    var centre: Int
    var channel: Int

    static let current = 0
    static let broadcasters = 1...3
    static let delegates = 4
    static let channels = 0..<4
}

enum Way: Equatable, Sendable {
    case notify
    case forEach(throwAfter: Int?)
    case forIn(breakAfter: Int?)
}

/// What can be seen of a program from outside.
enum Event: Equatable, Sendable {
    case called(Int, channel: Int, message: Int)
    case returned(Int)
    case died(Int)
    case saw([Int])
    case threw(message: Int)
}

/// Makes programs of a seed.
struct ProgramGenerator {
    private var random: SplitMix
    private let shelves: Int
    private let centres: [Int]

    init(seed: UInt64) {
        random = SplitMix(state: seed)
        shelves = [2, 4, 10, 24].randomElement(using: &random)!
        // Few places make many meet.
        centres = Array([0, 1, 2, 3, 4].shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
    }

    mutating func program() -> [Step] {
        var steps: [Step] = (0..<shelves).flatMap { shelf -> [Step] in
            [.create(shelf: shelf, last: []), .register(shelf, place())]
        }
        for _ in 0..<Int.random(in: 20...200, using: &random) {
            steps.append(one(in: 20) ? .settle : step(depth: 0))
        }
        return steps
    }

    private mutating func step(depth: Int) -> Step {
        switch Int.random(in: 0..<40, using: &random) {
        case 0..<4: .create(shelf: shelf(), last: one(in: 3) ? script(depth: depth + 1) : [])
        case 4..<6: .drop(shelf: shelf())
        case 6..<16: .register(observer(depth), place())
        case 16..<21: .unregister(observer(depth), place())
        case 21: .unregisterAll(place())
        case 22..<24: .unregisterEverywhere(observer(depth), from: centre())
        case 24..<28: .call(place(), .notify, scripts: scripts(depth))
        case 28..<30: .call(place(), .forEach(throwAfter: limit()), scripts: scripts(depth))
        case 30..<32: .call(place(), .forIn(breakAfter: limit()), scripts: scripts(depth))
        case 32: .start(walk: walk(), place())
        case 33..<36: .resume(walk: walk(), script: script(depth: depth + 1))
        case 36..<38: .look(place())
        default:
            depth < 3
                ? .scope(Int.random(in: Place.broadcasters, using: &random), script(depth: depth + 1)) : .look(place())
        }
    }

    private mutating func scripts(_ depth: Int) -> [[Step]] {
        depth < 3 ? (0..<Int.random(in: 0...4, using: &random)).map { _ in script(depth: depth + 1) } : []
    }

    private mutating func script(depth: Int) -> [Step] {
        depth <= 3 ? (0..<Int.random(in: 0...3, using: &random)).map { _ in step(depth: depth) } : []
    }

    private mutating func observer(_ depth: Int) -> Int { depth > 0 && one(in: 3) ? Step.me : shelf() }
    private mutating func shelf() -> Int { Int.random(in: 0..<shelves, using: &random) }
    private mutating func walk() -> Int { Int.random(in: 0..<3, using: &random) }
    private mutating func centre() -> Int { centres.randomElement(using: &random)! }
    private mutating func limit() -> Int? { one(in: 4) ? Int.random(in: 1...4, using: &random) : nil }
    private mutating func one(in many: Int) -> Bool { Int.random(in: 0..<many, using: &random) == 0 }

    private mutating func place() -> Place {
        // Half of all in the first channel.
        Place(centre: centre(), channel: one(in: 2) ? 0 : Int.random(in: Place.channels, using: &random))
    }
}

extension [Step] {
    /// The programs that come next when this one fails: each lacks something.
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
            case .create(let shelf, let last) where !last.isEmpty:
                "\(indent)create(\(shelf)), in deinit:\n\(last.listed(indent: indent + "    "))"
            case .call(let place, let way, let scripts) where !scripts.isEmpty:
                "\(indent)call(\(place), \(way)):\n"
                    + scripts.enumerated().map { "\(indent)  call \($0):\n\($1.listed(indent: indent + "    "))" }
                    .joined(separator: "\n")
            case .resume(let walk, let script) where !script.isEmpty:
                "\(indent)resume(\(walk)):\n\(script.listed(indent: indent + "    "))"
            case .scope(let centre, let steps):
                "\(indent)scope(\(centre)):\n\(steps.listed(indent: indent + "    "))"
            default: "\(indent)\(step)"
            }
        }.joined(separator: "\n")
    }
}

extension Step {
    fileprivate var smaller: [Step] {
        switch self {
        case .create(let shelf, let last): last.smaller.map { .create(shelf: shelf, last: $0) }
        case .call(let place, let way, let scripts):
            (scripts.isEmpty ? [] : [.call(place, way, scripts: scripts.dropLast())])
                + scripts.indices.flatMap { position in
                    scripts[position].smaller.map { smaller in
                        var scripts = scripts
                        scripts[position] = smaller
                        return .call(place, way, scripts: scripts)
                    }
                }
        case .resume(let walk, let script): script.smaller.map { .resume(walk: walk, script: $0) }
        case .scope(let centre, let steps): steps.smaller.map { .scope(centre, $0) }
        default: []
        }
    }
}

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
