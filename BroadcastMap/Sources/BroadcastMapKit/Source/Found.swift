/// What an expression may be when the program runs, and how that was found.
struct Found<Content: Hashable> {
    enum Kind: Hashable {
        case known(Content)
        /// It is this code, and the callers of the function around the code decide what that is.
        case passed(Expression)
        /// The code that chooses it isn't followed.
        case unknown(String?)
    }

    let kind: Kind
    /// The constants through which it was found, from the first name on.
    var path: [Step]

    /// What is known, if something is.
    init(_ content: Content?) { self.init(kind: content.map { .known($0) } ?? .unknown(nil)) }

    init(kind: Kind, path: [Step] = []) {
        self.kind = kind
        self.path = path
    }

    static func known(_ content: Content) -> Found { Found(kind: .known(content)) }
    static func passed(_ expression: Expression) -> Found { Found(kind: .passed(expression)) }
    static func unknown(_ code: String? = nil) -> Found { Found(kind: .unknown(code)) }

    var content: Content? {
        if case .known(let content) = kind { return content }
        return nil
    }

    /// The code that callers decide.
    var passed: Expression? {
        if case .passed(let expression) = kind { return expression }
        return nil
    }

    var isPassed: Bool { passed != nil }

    func found(through steps: [Step]) -> Found { Found(kind: kind, path: (steps + path).unique) }

    /// Asks another question about the content, or passes on that it isn't known.
    func then<Next>(_ find: (Content) -> [Found<Next>]) -> [Found<Next>] {
        switch kind {
        case .known(let content): find(content).map { $0.found(through: path) }
        case .passed(let expression): [Found<Next>(kind: .passed(expression), path: path)]
        case .unknown(let code): [Found<Next>(kind: .unknown(code), path: path)]
        }
    }
}

/// A constant through which something was found, and where the code names it.
struct Step: Hashable {
    let constant: Symbol
    let file: SourceFile
    let offset: Int
}

extension Found: Equatable {
    /// The steps of several ways have no order.
    static func == (left: Found, right: Found) -> Bool {
        left.kind == right.kind && Set(left.path) == Set(right.path)
    }
}

extension Array {
    /// The element, if there is one alone.
    var only: Element? { count == 1 ? self[0] : nil }

    /// Joins what was found several times, with the steps of all ways to it.
    func joined<Content>() -> [Found<Content>] where Element == Found<Content> {
        if count < 2 { return self }
        var all: [Found<Content>] = []
        var positions: [Found<Content>.Kind: Int] = [:]
        for found in self {
            guard let position = positions[found.kind] else {
                positions[found.kind] = all.count
                all.append(found)
                continue
            }
            // Both ways end with the constant that says it.
            let known = Set(all[position].path)
            all[position].path = found.path.filter { !known.contains($0) } + all[position].path
        }
        return all
    }
}
