import Testing

@testable import ChannelMap

/// Random programs, in which the map finds no name that a model lacks, and is unresolved where it lacks one.
@Suite("The names in random programs", .enabled(if: AppleIndex.isPossible), .timeLimit(.minutes(30)))
struct GeneratedProgramTests {
    @Test(
        "are found or unresolved, through stored names, conditionals, calls and cycles",
        arguments: [1, 2, 3, 4] as [UInt64])
    func names(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let programs = (0..<60).map { NameProgram(number: $0, using: &random) }
        let code = programs.map(\.code).joined(separator: "\n")
        let map = try AppleIndex.notifications(in: "import Foundation\nvar isOn = false\n\(code)")
        var names: [String: Set<String>] = [:]
        for channel in map.report.channels {
            for sender in channel.senders { names[sender.name, default: []].insert(channel.name) }
        }
        let unresolved = Set(map.report.unresolved.map(\.name))
        for post in programs.flatMap(\.posts) {
            let expected = Set(post.names.map { "\(post.program).n\($0)" })
            // The map names a stored name itself where it doesn't follow that one.
            let found = names[post.function, default: []]
            let posted = found.filter { !$0.contains(".s") }
            let program = programs[post.number].code
            #expect(posted.isSubset(of: expected), "\(post.function) in \(program)")
            let isComplete = found == expected || found != posted || unresolved.contains(post.function)
            #expect(isComplete, "\(post.function) in \(program)")
        }
    }
}

/// A source of the same numbers for each seed.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var number = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
        number = (number ^ (number >> 27)) &* 0x94d0_49bb_1331_11eb
        return number ^ (number >> 31)
    }
}

/// Code that stands for names.
private indirect enum NameCode: Hashable {
    case name(Int)
    case stored(Int)
    case parameter(Int)
    case choice(NameCode, NameCode)
    case call(Int, [NameCode])
    /// What the initializer of a structure stores.
    case boxed(NameCode)
    /// What any object of another structure stores.
    case anyItem
    case element(of: [NameCode])

    var code: String {
        switch self {
        case .name(let number): "n\(number)"
        case .stored(let number): "s\(number)"
        case .parameter(let number): "p\(number)"
        case .choice(let first, let second): "(isOn ? \(first.code) : \(second.code))"
        case .call(let function, let arguments): "f\(function)(\(arguments.map(\.code).joined(separator: ", ")))"
        case .boxed(let code): "Box(name: \(code.code)).name"
        case .anyItem: "items[0].name"
        case .element(let codes): "[\(codes.map(\.code).joined(separator: ", "))][0]"
        }
    }
}

private struct NameProgram {
    struct Function {
        let parameterCount: Int
        let result: NameCode
    }

    struct Post {
        let number: Int
        let program: String
        let function: String
        let names: Set<Int>
    }

    let number: Int
    private let stored: [NameCode]
    private let functions: [Function]
    private let items: [NameCode]
    private let posted: [NameCode]

    private static let nameCount = 4

    init(number: Int, using random: inout SplitMix) {
        self.number = number
        let counts = (0..<Int.random(in: 0...3, using: &random)).map { _ in Int.random(in: 0...3, using: &random) }
        let storedCount = Int.random(in: 1...4, using: &random)
        let hasItems = Bool.random(using: &random)

        func make(depth: Int, parameterCount: Int, _ random: inout SplitMix) -> NameCode {
            func next(_ random: inout SplitMix) -> NameCode {
                make(depth: depth - 1, parameterCount: parameterCount, &random)
            }
            let kind = Int.random(in: 0..<(depth > 0 ? 10 : 4), using: &random)
            switch kind {
            case 0: return .name(Int.random(in: 0..<Self.nameCount, using: &random))
            case 1: return hasItems ? .anyItem : .stored(Int.random(in: 0..<storedCount, using: &random))
            case 2, 3:
                if parameterCount > 0 { return .parameter(Int.random(in: 0..<parameterCount, using: &random)) }
                return .stored(Int.random(in: 0..<storedCount, using: &random))
            case 4, 5: return .choice(next(&random), next(&random))
            case 6: return .boxed(next(&random))
            case 7: return .element(of: [next(&random), next(&random)])
            default:
                guard !counts.isEmpty else { return .choice(next(&random), next(&random)) }
                let function = Int.random(in: 0..<counts.count, using: &random)
                return .call(function, (0..<counts[function]).map { _ in next(&random) })
            }
        }
        stored = (0..<storedCount).map { _ in make(depth: 2, parameterCount: 0, &random) }
        functions = counts.map { count in
            Function(parameterCount: count, result: make(depth: 2, parameterCount: count, &random))
        }
        items = hasItems ? (0..<2).map { _ in make(depth: 1, parameterCount: 0, &random) } : []
        posted = (0..<2).map { _ in make(depth: 2, parameterCount: 0, &random) }
    }

    var code: String {
        let names = (0..<Self.nameCount).map { "static let n\($0) = Notification.Name(\"p\(number).n\($0)\")" }
        let constants = stored.indices.map { "static let s\($0): Notification.Name = \(stored[$0].code)" }
        let methods = functions.indices.map { index in
            let parameters = (0..<functions[index].parameterCount).map { "_ p\($0): Notification.Name" }
            let list = parameters.joined(separator: ", ")
            return "static func f\(index)(\(list)) -> Notification.Name { \(functions[index].result.code) }"
        }
        let objects = items.map { "Item(name: \($0.code))" }.joined(separator: ", ")
        let change = "static func change() { items = [\(objects)] }"
        let posts = posted.indices.map {
            "static func post\($0)() { NotificationCenter.default.post(name: \(posted[$0].code), object: nil) }"
        }
        let types = ["struct Box { let name: Notification.Name }", "struct Item { let name: Notification.Name }"]
        let lines = names + types + ["static var items: [Item] = []", change] + constants + methods + posts
        return "enum P\(number) {\n" + lines.map { "    \($0)\n" }.joined() + "}"
    }

    /// What each function posts, by the model.
    var posts: [Post] {
        let model = Model(stored: stored, functions: functions, items: items)
        return posted.indices.map {
            Post(
                number: number, program: "P\(number)", function: "P\(number).post\($0)()",
                names: model.names(of: posted[$0]))
        }
    }

    /// Enumerates names: whatever each piece of code is, with whatever it calls, until no more names are found.
    private final class Model {
        private struct Call: Hashable {
            let function: Int
            let arguments: [Set<Int>]
        }

        let stored: [NameCode]
        let functions: [Function]
        let items: [NameCode]
        private var known: [NameCode: Set<Int>] = [:]
        private var results: [Call: Set<Int>] = [:]
        private var seen: Set<NameCode> = []
        private var seenCalls: Set<Call> = []

        init(stored: [NameCode], functions: [Function], items: [NameCode]) {
            self.stored = stored
            self.functions = functions
            self.items = items
        }

        func names(of code: NameCode) -> Set<Int> {
            while true {
                let before = (known, results)
                seen = []
                seenCalls = []
                let names = names(of: code, arguments: [])
                if (known, results) == before { return names }
            }
        }

        private func names(of code: NameCode, arguments: [Set<Int>]) -> Set<Int> {
            func names(_ code: NameCode) -> Set<Int> { self.names(of: code, arguments: arguments) }
            switch code {
            case .name(let number): return [number]
            case .parameter(let number): return arguments[number]
            case .choice(let first, let second): return names(first).union(names(second))
            case .boxed(let code): return names(code)
            case .element(let codes): return codes.reduce(into: []) { $0.formUnion(names($1)) }
            case .anyItem, .stored:
                if seen.insert(code).inserted {
                    let values = if case .stored(let number) = code { [stored[number]] } else { items }
                    known[code] = values.reduce(into: []) { $0.formUnion(self.names(of: $1, arguments: [])) }
                }
                return known[code] ?? []
            case .call(let function, let passed):
                let call = Call(function: function, arguments: passed.map(names))
                if seenCalls.insert(call).inserted {
                    results[call] = self.names(of: functions[function].result, arguments: call.arguments)
                }
                return results[call] ?? []
            }
        }
    }
}
