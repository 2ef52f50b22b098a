/// A channel of the program, and its uses.
struct Channel {
    enum Kind: String {
        case `protocol`, `class`
    }

    /// What is one channel in all files.
    struct ID: Hashable {
        let kind: Kind
        let name: String
        /// What declares it, if it is in the index.
        let symbol: Symbol?
    }

    let id: ID
    let uses: [Use]

    var name: String { id.name }
    var definition: Occurrence? { id.symbol?.definition }
    /// The messages, which are the requirements of a protocol.
    var methods: [Symbol] { id.symbol?.requirements ?? [] }
    var senders: [Use] { uses.filter(\.isSender) }
    var observers: [Use] { uses.filter { !$0.isSender } }

    /// The name of what is used: a composition is a channel of its own.
    func fullName(for use: Use) -> String { use.form?.contains("&") == true ? name + use.mark : name }

    /// The name of a method with that of the channel.
    func fullName(of method: Symbol) -> String { "\(name).\(method.name)" }

    /// Whether a sender may call a requirement.
    func isCalled(_ method: Symbol) -> Bool {
        senders.contains { $0.methods.contains(method) || $0.verb == .notify && $0.methods.isEmpty }
            || method.references.contains { $0.user?.passesOn(method) != true }
    }
}
