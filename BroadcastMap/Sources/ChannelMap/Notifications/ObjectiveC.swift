import Foundation

/// The messages to notification centers in a file of Objective-C, with their arguments as far as names and literals say.
///
/// The index has the place of each message, and of each constant in it. The text between the parts of the selector is
/// what it is called with.
extension FileFacts {
    init(readingObjectiveC file: SourceFile, in index: Index) {
        self.init()
        for occurrence in file.occurrences where occurrence.roles.contains(.call) && !occurrence.isUncertain {
            guard let (invocation, bytes) = message(at: occurrence, index) else { continue }
            let before = file.bytes[..<max(bytes.lowerBound - 1, 0)].last { ![9, 10, 13, 32].contains($0) }
            calls[occurrence.offset] = CallFact(
                invocation: invocation, owner: occurrence.function.map(Owner.declared), bytes: bytes,
                dropsObjectiveCResult: before.map { [";", "{", "}"].contains(UnicodeScalar($0)) } ?? false)
        }
        for symbol in index.symbols.values where symbol.definition?.file === file {
            guard let text = symbol.objectiveCText else { continue }
            properties[symbol] = PropertyFact(
                value: .text(text), type: nil, isConstant: true, getter: nil, hasWrapper: false)
        }
    }

    private mutating func message(at occurrence: Occurrence, _ index: Index) -> (Invocation, Range<Int>)? {
        guard let message = ObjectiveCMessage(at: occurrence) else { return nil }
        let file = occurrence.file
        let isOnSelf = message.arguments.first.map { file.code(in: $0) } == "self"
        let arguments = message.arguments.map { range in
            let value = fact(in: range, of: file, occurrence.function, isOnSelf, index)
            return Argument(label: nil, value: value, code: .init(syntax: nil, objectiveC: file.code(in: range)))
        }
        let start = file.openingBracket(before: occurrence.offset) ?? occurrence.offset
        let receiver = start..<occurrence.offset
        let invocation = Invocation(
            place: Place(file: file, offset: occurrence.offset), callee: .function(occurrence.symbol),
            receiver: fact(in: receiver, of: file, occurrence.function, isOnSelf, index),
            receiverCode: .init(syntax: nil, objectiveC: file.code(in: receiver)), arguments: arguments)
        return (invocation, start..<message.end)
    }

    private mutating func fact(
        in range: Range<Int>, of file: SourceFile, _ function: Symbol?, _ isOnSelf: Bool, _ index: Index
    ) -> Fact {
        // Without a conversion, or parentheses around all of it.
        let code = file.code(in: range).replacing(#/^\([\w\s*]+\)(?=.)/#, with: "")
            .replacing(#/^\((\w+)\)$/#) { $0.1 }
        if ["nil", "NULL", "Nil", "0"].contains(code) { return .nothing }
        if code == "self" { return .receiver(function.map(Owner.declared), type: function?.typeAround) }
        if let text = code.literal { return .text(text) }
        if let selector = code.wholeMatch(of: #/@selector\s*\(\s*([\w:]+)\s*\)/#)?.1 {
            let classes = isOnSelf ? function?.typeAround?.withSuperclasses ?? [] : []
            let method = classes.lazy.compactMap { index.symbols["\($0.usr)(im)\(selector)"] }.first
            return method.map { .function($0) } ?? .text(String(selector))
        }
        if code.hasPrefix("^") {
            let place = Place(file: file, offset: range.lowerBound)
            closures[place] = ClosureFact(bytes: range, parameters: [], owner: function.map(Owner.declared))
            return .closure(place)
        }
        if code.hasPrefix("@{"), !code.dropFirst(2).contains("{") {
            let keys = code.dropFirst(2).matches(of: #/(?:^|,)\s*(@"[^"]*"|[\w.]+)\s*:/#).map { String($0.1) }
            return .list(
                keys.map { key in
                    let value = key.literal.map { Fact.text($0) } ?? .unknown(.computed)
                    let code = Argument.Code(syntax: nil, objectiveC: key)
                    return .tuple([
                        .init(label: "key", value: value, code: code), .init(label: "value", value: .nothing),
                    ])
                })
        }
        if let position = function?.objectiveCParameters.firstIndex(of: code) {
            return .parameter(.declared(function!), position)
        }
        if let assigned = function?.assignedCode(to: code, before: range.lowerBound) {
            return fact(in: assigned, of: file, function, isOnSelf, index)
        }
        let calls = code.hasPrefix("[") ? file.occurrences.filter { $0.roles.contains(.call) } : []
        let inside = calls.filter { range.contains($0.offset) }
        for occurrence in inside where file.openingBracket(before: occurrence.offset) == range.lowerBound + 1 {
            if let (invocation, _) = message(at: occurrence, index) { return .call(invocation) }
        }
        // A path of names, or the message of a class property.
        guard code.wholeMatch(of: #/\[?[\w.\s]+\]?/#) != nil else { return .unknown(.computed) }
        guard let offset = file.symbolOffsets(in: range).last else { return .unknown(.variable) }
        let symbols = file.symbols(at: offset).map(index.swiftDeclaration)
        if let text = symbols.lazy.filter(\.isMacro).compactMap(\.objectiveCText).first { return .text(text) }
        if let property = symbols.first(where: \.kind.isProperty) {
            return .property(property, of: nil, at: Place(file: file, offset: offset))
        }
        if let method = symbols.first(where: \.isObjectiveCMethod) {
            return .call(Invocation(place: Place(file: file, offset: offset), callee: .function(method), arguments: []))
        }
        return .unknown(.computed)
    }
}

/// A message, whose arguments are between the parts of its selector.
private struct ObjectiveCMessage {
    var arguments: [Range<Int>] = []
    /// Where its bracket closes.
    var end: Int

    /// Returns `nil` if no arguments follow.
    init?(at occurrence: Occurrence) {
        let parts = occurrence.symbol.usr.components(separatedBy: "m)").last!.split(separator: ":")
        guard occurrence.symbol.isObjectiveCMethod, occurrence.symbol.usr.hasSuffix(":") else { return nil }
        let bytes = occurrence.file.bytes
        var starts: [Int] = []
        var ends: [Int] = []
        var depth = 0
        end = occurrence.offset
        while end < bytes.count, depth >= 0 {
            let rest = bytes[end...]
            switch UnicodeScalar(bytes[end]) {
            case "\"": end += 1 + rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }.count
            case "/" where rest.dropFirst().first == UInt8(ascii: "/"): end += rest.prefix { $0 != 10 }.count - 1
            case "/" where rest.dropFirst().first == UInt8(ascii: "*"):
                let comment = zip(rest.dropFirst(2), rest.dropFirst(3)).prefix { $0 != (42, 47) }
                end += comment.map { $0 }.count + 3
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            case ":" where depth == 0 && starts.count < parts.count:
                let part = Array(parts[starts.count].utf8)
                guard bytes[..<end].suffix(part.count).elementsEqual(part) else { break }
                if !starts.isEmpty { ends.append(end - part.count) }
                starts.append(end + 1)
            default: break
            }
            end += 1
        }
        end -= 1
        guard starts.count == parts.count else { return nil }
        arguments = zip(starts, ends + [end]).map { occurrence.file.trimmed($0..<$1) }
    }
}

extension Symbol {
    fileprivate var isObjectiveCMethod: Bool { usr.hasPrefix("c:") && usr.contains("m)") }

    /// The names of the parameters of a method, as its definition writes them.
    fileprivate var objectiveCParameters: [String] {
        guard let definition, !definition.file.isSwift, isObjectiveCMethod else { return [] }
        let code = definition.file.bytes[definition.offset...].prefix { !"{;".utf8.contains($0) }
        return String(decoding: code, as: UTF8.self).matches(of: #/:\s*\([^)]*\)\s*(\w+)/#).map { String($0.1) }
    }

    /// Returns where the only value is that code of a method gives a local variable before a place.
    fileprivate func assignedCode(to name: String, before end: Int) -> Range<Int>? {
        guard let definition, definition.offset < end, name.wholeMatch(of: #/[A-Za-z_]\w*/#) != nil,
            let pattern = try? Regex("[^\\w.>]\(name)\\s*=([^=;][^;]*);", as: (Substring, Substring).self)
        else { return nil }
        let code = String(decoding: definition.file.bytes[definition.offset..<end], as: UTF8.self)
        guard let value = code.matches(of: pattern).only?.1 else { return nil }
        let start = definition.offset + code.utf8.distance(from: code.startIndex, to: value.startIndex)
        return definition.file.trimmed(start..<start + value.utf8.count)
    }

    /// The literal in the Objective-C code that defines a constant or a macro.
    var objectiveCText: String? {
        guard let definition, !definition.file.isSwift, kind.isProperty || isMacro else { return nil }
        let code = definition.file.bytes[definition.offset...].prefix { ![10, UInt8(ascii: ";")].contains($0) }
        return String(decoding: code, as: UTF8.self).wholeMatch(of: #/\w+[\s=(]+(@"[^"]*")[\s)]*/#)
            .flatMap { String($0.1).literal }
    }
}

extension String {
    /// The text of a literal of Objective-C.
    fileprivate var literal: String? { wholeMatch(of: #/@"([^"\\]*)"/#).map { String($0.1) } }
}

extension SourceFile {
    fileprivate func trimmed(_ range: Range<Int>) -> Range<Int> {
        let isSpace: (UInt8) -> Bool = { [9, 10, 13, 32].contains($0) }
        let start = range.first { !isSpace(bytes[$0]) } ?? range.upperBound
        return start..<max(start, (range.last { !isSpace(bytes[$0]) } ?? start - 1) + 1)
    }

    fileprivate func code(in range: Range<Int>) -> String {
        let text = String(decoding: bytes[range], as: UTF8.self)
            .replacing(#/\/\/[^\n]*|\/\*.*?\*\//#, with: "")
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ").shortened
    }
}
