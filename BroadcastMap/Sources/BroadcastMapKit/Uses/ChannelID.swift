/// What is one channel in all files.
struct ChannelID: Hashable {
    enum Kind: String {
        case `protocol`, `class`, declared, literal, framework

        /// Whether it is a name: of a declaration in the sources, by string, or of a framework.
        var isNotification: Bool { self != .protocol && self != .class }
    }

    let kind: Kind
    let name: String
    /// What declares it, if it is in the index: the types of a composition.
    let symbols: [Symbol]
}
