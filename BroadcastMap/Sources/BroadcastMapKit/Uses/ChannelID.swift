/// The identity of a channel in all files.
struct ChannelID: Hashable {
    enum Kind: String {
        case `protocol`, `class`, declared, literal, framework

        /// True if the channel is a name: of a declaration in the sources, by string, or of a framework.
        var isNotification: Bool { self != .protocol && self != .class }
    }

    let kind: Kind
    let name: String
    /// The declarations of the channel that are in the index: the types of a composition.
    let symbols: [Symbol]
}
