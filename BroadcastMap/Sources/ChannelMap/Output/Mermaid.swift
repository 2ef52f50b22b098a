import Foundation

extension Report {
    /// A flowchart in three columns: the senders, the channels, and the observers, each grouped by module.
    package var mermaid: String {
        var flowchart = Flowchart()
        for channel in channels {
            let senders = channel.senders.map { $0.vertex(in: .senders) }
            let observers = channel.observers.map { $0.vertex(in: .observers) }
            flowchart.vertices.formUnion(senders + [channel.vertex] + observers)
            flowchart.arrows.formUnion(senders.map { Flowchart.Arrow(from: $0, to: channel.vertex) })
            flowchart.arrows.formUnion(observers.map { Flowchart.Arrow(from: channel.vertex, to: $0) })
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
        let name: String

        /// The box with the name: round for a channel.
        var shape: String {
            column == .channels ? "([\"\(name.mermaidLabel)\"])" : "[\"\(name.mermaidLabel)\"]"
        }
    }

    struct Arrow: Hashable {
        let from: Vertex
        let to: Vertex
    }

    private struct Group: Hashable {
        let column: Column
        let module: String
    }

    var vertices: Set<Vertex> = []
    var arrows: Set<Arrow> = []
    var comments: [String] = []

    var text: String {
        var ids = UniqueIDs()
        var lines = ["flowchart LR"]
        var vertexIDs: [Vertex: String] = [:]
        let groups = Dictionary(grouping: vertices) { Group(column: $0.column, module: $0.module) }
        let order = groups.keys.sorted { ($0.column.rawValue, $0.module) < ($1.column.rawValue, $1.module) }
        for group in order {
            let id = ids.make("\(group.column.rawValue)_\(group.module)")
            lines.append("    subgraph \(id)[\"\(group.module.mermaidLabel)\"]")
            for vertex in groups[group, default: []].sorted(by: { $0.name < $1.name }) {
                let id = ids.make("\(group.column.rawValue)_\(group.module)_\(vertex.name)")
                vertexIDs[vertex] = id
                lines.append("        \(id)\(vertex.shape)")
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
