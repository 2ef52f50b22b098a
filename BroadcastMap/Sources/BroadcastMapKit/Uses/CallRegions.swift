import SwiftSyntax

/// The code in which each call that takes a channel may call observers, to say which of them calls a message.
struct CallRegions {
    private let byFile: [SourceFile: NestedRanges]

    init(of calls: [Call]) {
        byFile = Dictionary(grouping: calls, by: \.file).mapValues { NestedRanges($0.map(\.region)) }
    }

    /// Returns the symbols that code of a call names: of its block, or of all its closures and a loop over its result.
    ///
    /// A symbol that is called on the parameter of a closure belongs to the call around that closure, and others to the
    /// innermost call.
    func symbols(in code: Range<Int>, of call: Call) -> Set<Symbol> {
        let file = call.file
        let regions = byFile[file]!
        // If no other call is near, every symbol is its own, and no name needs to be looked up.
        let isAlone = regions.isAlone(call.region)
        let own = file.symbolOffsets(in: code).filter { offset in
            if isAlone { return true }
            let place = file.tree.token(at: offset)?.receivingClosure(in: file)?.offset ?? offset
            return code.contains(place) && regions.innermost(at: place) == call.region
        }
        return Set(own.flatMap(file.symbols))
    }

    /// Returns which of these symbols the function around a call names outside of all calls.
    func symbols(_ symbols: [Symbol], around call: Call) -> [Symbol] {
        symbols.filter { symbol in
            symbol.references.contains { reference in
                reference.function == call.occurrence.function && reference.file === call.file
                    && byFile[call.file]!.innermost(at: reference.offset) == nil
            }
        }
    }
}

extension TokenSyntax {
    /// Returns the closure whose parameter a member is called on, if this names the member.
    fileprivate func receivingClosure(in file: SourceFile) -> ClosureExprSyntax? {
        var receiver = parent?.parent?.as(MemberAccessExprSyntax.self)?.base
        while let member = receiver?.as(MemberAccessExprSyntax.self) { receiver = member.base }
        // `$0` is the parameter of the innermost closure anyway.
        guard let name = receiver?.as(DeclReferenceExprSyntax.self), !name.baseName.text.hasPrefix("$")
        else { return nil }
        guard case .closureParameter(let closure, _) = file.names.binding(of: name) else { return nil }
        return closure
    }
}
