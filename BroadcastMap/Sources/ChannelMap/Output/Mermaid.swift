import Foundation

extension Report {
    /// A flowchart in three columns: the senders, the channels, and the observers, each grouped by module.
    package var mermaid: String {
        var flowchart = Flowchart()
        for channel in channels {
            let middle = flowchart.add(channel.vertex)
            for sender in channel.senders {
                let from = flowchart.add(sender.vertex(in: .senders))
                flowchart.arrows.insert(Flowchart.Arrow(from: from, to: middle))
            }
            for observer in channel.observers {
                let to = flowchart.add(observer.vertex(in: .observers))
                flowchart.arrows.insert(Flowchart.Arrow(from: middle, to: to))
            }
        }
        flowchart.comments += unresolved.map { "unresolved: \($0.name)" }
        flowchart.comments += problems.map(\.text)
        return flowchart.text
    }
}

extension Report.Channel {
    /// The box, whose name has no module, as that is the title of the group.
    fileprivate var vertex: Flowchart.Vertex {
        let module = module ?? kind.rawValue
        let ownName = name.hasPrefix("\(module).") ? String(name.dropFirst(module.count + 1)) : name
        return Flowchart.Vertex(column: .channels, module: module, name: ownName)
    }
}

extension Report.Use {
    fileprivate func vertex(in column: Flowchart.Column) -> Flowchart.Vertex {
        Flowchart.Vertex(column: column, module: module, name: owner)
    }
}

/// A drawing in the language of Mermaid.
struct Flowchart {
    enum Column: Int {
        case senders, channels, observers
    }

    struct Vertex: Hashable {
        let column: Column
        let module: String
        package let name: String

        /// The box with the name: round for a channel.
        var shape: String {
            column == .channels ? "([\"\(name.mermaidLabel)\"])" : "[\"\(name.mermaidLabel)\"]"
        }
    }

    /// Between two vertices, by their index.
    struct Arrow: Hashable {
        let from: Int
        let to: Int
    }

    private struct Group: Hashable {
        let column: Column
        let module: String
    }

    private var vertices: [Vertex] = []
    private var indices: [Vertex: Int] = [:]
    var arrows: Set<Arrow> = []
    var comments: [String] = []

    /// Adds a vertex once, and returns its index.
    mutating func add(_ vertex: Vertex) -> Int {
        if let index = indices[vertex] { return index }
        indices[vertex] = vertices.count
        vertices.append(vertex)
        return vertices.count - 1
    }

    package var text: String {
        var ids = UniqueIDs()
        var lines = ["flowchart LR"]
        var vertexIDs: [Int: String] = [:]
        let groups = Dictionary(grouping: vertices.indices) {
            Group(column: vertices[$0].column, module: vertices[$0].module)
        }
        let order = groups.keys.sorted { ($0.column.rawValue, $0.module) < ($1.column.rawValue, $1.module) }
        for group in order {
            let id = ids.make("\(group.column.rawValue)_\(group.module)")
            lines.append("    subgraph \(id)[\"\(group.module.mermaidLabel)\"]")
            for index in groups[group, default: []].sorted(by: { vertices[$0].name < vertices[$1].name }) {
                let id = ids.make("\(group.column.rawValue)_\(group.module)_\(vertices[index].name)")
                vertexIDs[index] = id
                lines.append("        \(id)\(vertices[index].shape)")
            }
            lines.append("    end")
        }
        let drawnArrows = arrows.map { "    \(vertexIDs[$0.from]!) --> \(vertexIDs[$0.to]!)" }
        return (lines + drawnArrows.sorted() + comments.map { "    %% \($0.mermaidComment)" }).joined(separator: "\n")
    }
}

/// Makes ids out of names, and numbers those that would be equal, such as of `A.B` and `A_B`.
private struct UniqueIDs {
    private var used: Set<String> = []

    mutating func make(_ name: String) -> String {
        let id = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        var unique = id
        var number = 1
        while !used.insert(unique).inserted {
            number += 1
            unique = "\(id)_\(number)"
        }
        return unique
    }
}

extension String {
    /// The text as a label in quotation marks.
    ///
    /// Mermaid reads some characters as markup even there, and a number or a hyphen at the beginning as a list, so they
    /// are written as codes. It also drops the end of a code that follows `style` and a colon, so a label with one code
    /// has no other punctuation.
    fileprivate var mermaidLabel: String {
        let scalars = oneLine.unicodeScalars
        func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
        let isPlain = scalars.allSatisfy { isLetterOrDigit($0) || " -._(),:&?".unicodeScalars.contains($0) }
        if isPlain, scalars.first?.properties.isAlphabetic == true { return oneLine }
        return scalars.map { isLetterOrDigit($0) || $0 == " " ? String($0) : "#\($0.value);" }.joined()
    }

    /// A comment without the beginning of a directive, which Mermaid reads even in a comment.
    fileprivate var mermaidComment: String { oneLine.replacingOccurrences(of: "%{", with: "% {") }
}
