import MapBase

extension Symbol {
    /// The parts of the selector, each of which an argument follows.
    var selectorParts: [String] {
        let selector = usr.components(separatedBy: "m)").last ?? ""
        return selector.split(separator: ":", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// True if it is a method of Objective-C, or a function of C.
    var isObjectiveCFunction: Bool { usr.hasPrefix("c:") && (usr.contains("m)") || usr.contains("@F@")) }

    /// The names of the parameters of a method of Objective-C, as its definition writes them.
    var objectiveCParameters: [String] {
        guard let definition, !definition.file.isSwift, usr.contains("m)") else { return [] }
        var scanner = ObjectiveCScanner(definition.file.bytes, at: definition.offset)
        var names: [String] = []
        var isName = false
        while let token = scanner.next() {
            let text = definition.file.text(in: token.bytes)
            switch token.kind {
            case .opening where text == "{": return names
            case .opening: _ = scanner.restOfBracket()
            case .colon: isName = true
            case .word where isName:
                names.append(text)
                isName = false
            case .other where text == ";": return []
            default: break
            }
        }
        return []
    }

    /// The code of a method of Objective-C, without its braces.
    var objectiveCBody: Range<Int>? {
        guard let definition, !definition.file.isSwift else { return nil }
        var scanner = ObjectiveCScanner(definition.file.bytes, at: definition.offset)
        while let token = scanner.next() {
            let text = definition.file.text(in: token.bytes)
            switch token.kind {
            case .opening:
                let inside = scanner.restOfBracket()
                if text == "{" { return inside }
            case .other where text == ";": return nil
            default: break
            }
        }
        return nil
    }

    /// The value in the Objective-C code that defines a constant or a macro.
    var objectiveCValue: ObjectiveCExpression? {
        guard let definition, !definition.file.isSwift else { return nil }
        let file = definition.file
        var scanner = ObjectiveCScanner(file.bytes, at: definition.offset)
        guard let name = scanner.next(), let next = scanner.next() else { return nil }
        let range: Range<Int>
        if isMacro {
            let line = file.line(of: name.bytes.lowerBound)
            let start = next.bytes.lowerBound
            var end = start
            var rest: ObjectiveCScanner.Token? = next
            while let token = rest, file.line(of: token.bytes.lowerBound) == line {
                end = token.bytes.upperBound
                rest = scanner.next()
            }
            guard end > start else { return nil }
            range = start..<end
        } else {
            guard file.text(in: next.bytes) == "=" else { return nil }
            range = scanner.restOfStatement(after: next)
        }
        return ObjectiveCExpression(file: file, range: range)
    }
}
