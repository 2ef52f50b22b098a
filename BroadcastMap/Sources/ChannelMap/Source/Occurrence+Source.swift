import SwiftSyntax

/// The source at an occurrence.
extension Occurrence {
    /// The token that begins here.
    package var token: TokenSyntax? { isUncertain || !file.isSwift ? nil : file.tree.token(at: offset) }

    /// Returns an occurrence of the symbol in other code of the function.
    func moved(to offset: Int) -> Occurrence {
        Occurrence(file: file, place: file.place(of: offset), symbol: symbol, roles: roles, function: function)
    }

    func isSamePlace(as other: Occurrence) -> Bool { file === other.file && offset == other.offset }

    /// True if a conformance names the symbol as the witness of a requirement.
    var isConformance: Bool { roles.contains(.implicit) && !roles.contains(.call) }

    /// The reason why no call is written here.
    var reasonForNoCall: Unresolved.Reason {
        if !file.isSwift { return .objectiveC }
        if isUncertain { return .uncertainPlace }
        if isGenerated { return .generated }
        if !file.isReadable { return .unreadable }
        if isMoved { return .changed }
        if isSkipped { return .tooDeep }
        return roles.contains(.call) ? .unknown : .notCalled
    }

    /// True if the receiver of the call is `super`.
    var isOnSuper: Bool {
        if file.isSwift {
            let member = token?.parent?.as(DeclReferenceExprSyntax.self)?.withBase.as(MemberAccessExprSyntax.self)
            return member?.base?.is(SuperExprSyntax.self) == true
        }
        let receiver = file.bytes[..<offset].reversed().drop { $0 == UInt8(ascii: " ") }
        return receiver.starts(with: Array("super".utf8).reversed())
    }

    /// Returns true if an initializer is called that creates an object of a class, which the code names.
    func creates(_ type: Symbol?) -> Bool {
        let start = file.isSwift ? offset : file.openingBracket(before: offset) ?? offset
        return type.map(file.symbols(in: start..<offset + 1).contains) ?? false
    }

    /// True if a macro generates it, which is implicit where the macro is named, as the use of a property wrapper is.
    var isGenerated: Bool { roles.contains(.implicit) && [.pound, .atSign].contains(token?.tokenKind) }

    /// True if a macro such as `#expect` repeats what is written in its arguments, or in a closure that follows them.
    var isRepeatedByMacro: Bool {
        guard isGenerated, let macro = token?.parent else { return false }
        return file.symbolOffsets(in: macro.bytes).contains { file.symbols(at: $0).contains(symbol) }
    }

    /// True if something else is written here since the file changed.
    var isMoved: Bool {
        guard file.isStale else { return false }
        let name = token?.text
        return name != symbol.baseName && !(symbol.isInitializer && name == symbol.typeAround?.name)
    }

    /// True if it is where the parser has stopped, because brackets are nested too deeply.
    var isSkipped: Bool {
        token?.ancestors.contains { $0.is(UnexpectedNodesSyntax.self) } == true
    }
}

extension SourceFile {
    /// Returns where the code begins inside of the bracket around an offset.
    package func openingBracket(before offset: Int) -> Int? {
        var depth = 0
        for position in (0..<offset).reversed() {
            switch bytes[position] {
            case UInt8(ascii: "]"): depth += 1
            case UInt8(ascii: "[") where depth == 0: return position + 1
            case UInt8(ascii: "["): depth -= 1
            default: break
            }
        }
        return nil
    }
}
