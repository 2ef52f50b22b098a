/// The identity of a channel in all files.
package struct ChannelID: Hashable {
    package enum Kind: String {
        case `protocol`, `class`, declared, literal, framework

        /// True if the channel is a name: of a declaration in the sources, by string, or of a framework.
        var isNotification: Bool { self != .protocol && self != .class }
    }

    package let kind: Kind
    package let name: String
    /// The declarations of the channel that are in the index: the types of a composition.
    package let symbols: [Symbol]

    package init(kind: Kind, name: String, symbols: [Symbol]) {
        self.kind = kind
        self.name = name
        self.symbols = symbols
    }
}
