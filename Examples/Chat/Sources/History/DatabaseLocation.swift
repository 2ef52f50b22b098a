/// Where the messages are: in an SQLite file, or in a PostgreSQL database.
package enum DatabaseLocation: Sendable {
    case file(path: String)
    case postgres(url: String)

    /// Tells a path from a URL, and returns `nil` for what is neither.
    ///
    /// A password with an `@` or a `/` that isn't percent-encoded would be taken for a part of the host, which error
    /// messages name. So a URL may have one `@`, in front of the host.
    package init?(_ text: String) {
        if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
            let afterScheme = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)[1]
            let authority = afterScheme.prefix { !"/?#".contains($0) }
            let signs = afterScheme.count { $0 == "@" }
            guard signs == 0 || signs == 1 && authority.contains("@") else { return nil }
            self = .postgres(url: text)
        } else {
            guard !text.isEmpty, !text.contains("://") else { return nil }
            self = .file(path: text)
        }
    }
}

extension DatabaseLocation: CustomStringConvertible {
    /// The path, or the URL without its password.
    package var description: String {
        switch self {
        case .file(let path): path
        case .postgres(let url): Self.withoutPasswords(url)
        }
    }

    package static func withoutPasswords(_ text: String) -> String {
        text.replacing(/(:\/\/[^\s\/?#@:]*):[^\s]*@/) { "\($0.1)@" }
            .replacing(/password=[^&\s]*/) { _ in "password=…" }
    }
}
