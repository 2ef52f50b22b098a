import SwiftSyntax

/// All calls that take a channel, to say which of them calls a message.
struct Calls {
    private let byFile: [SourceFile: FileCalls]

    /// Where the calls of a file may call observers.
    private struct FileCalls {
        /// In the order of the code.
        let regions: [Range<Int>]
        let starts: [Int]
        /// The regions inside of others.
        let nested: Set<Range<Int>>
        let regionsByFunction: [Symbol?: [Range<Int>]]

        init(_ calls: [Call]) {
            regions = calls.map(\.region).sorted { $0.lowerBound < $1.lowerBound }
            starts = regions.map(\.lowerBound)
            regionsByFunction = Dictionary(grouping: calls, by: \.occurrence.function).mapValues { $0.map(\.region) }
            var nested: Set<Range<Int>> = []
            var end = 0
            for region in regions {
                if region.upperBound < end { nested.insert(region) }
                end = max(end, region.upperBound)
            }
            self.nested = nested
        }

        /// The regions of other calls inside of a region.
        func regions(inside region: Range<Int>) -> [Range<Int>] {
            regions[starts.firstIndex(from: region.lowerBound)...]
                .prefix { $0.lowerBound < region.upperBound }
                // A call of a function that is several entry points has the same region for each.
                .filter { $0 != region && $0.upperBound <= region.upperBound }
        }
    }

    init(_ calls: [Call]) { byFile = Dictionary(grouping: calls, by: \.occurrence.file).mapValues(FileCalls.init) }

    /// Returns the symbols that the block of a call names, or its closures and a loop over its result if it has none.
    ///
    /// What is called on the parameter of a closure belongs to the call around that closure, and other symbols to the
    /// innermost call.
    func symbols(in call: Call) -> Set<Symbol> {
        let file = call.file
        let region = call.blockClosure?.bytes ?? call.region
        let others = byFile[file]?.regions(inside: region) ?? []
        // If no other call is near, every symbol is its own, and no name needs to be looked up.
        let isAlone = others.isEmpty && byFile[file]?.nested.contains(call.region) != true
        let own = file.symbolOffsets(in: region).filter { offset in
            if isAlone { return true }
            let place = file.tree.token(at: offset)?.receivingClosure(in: file)?.offset ?? offset
            return region.contains(place) && !others.contains { $0.contains(place) }
        }
        return Set(own.flatMap(file.symbols))
    }

    /// Returns which of these symbols the function around a call names outside of all calls.
    func symbols(_ symbols: [Symbol], around call: Call) -> [Symbol] {
        let function = call.occurrence.function
        let regions = byFile[call.file]?.regionsByFunction[function] ?? []
        return symbols.filter { symbol in
            symbol.references.contains { reference in
                reference.function == function && reference.file === call.file
                    && !regions.contains { $0.contains(reference.offset) }
            }
        }
    }
}

extension Call {
    /// The closure in its arguments that is called with each observer, because others of them may do something else.
    var blockClosure: ClosureExprSyntax? {
        guard let block = arguments[.block], block.file === file, let closure = block.closure else { return nil }
        return region.contains(closure.offset) ? closure : nil
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
        guard case .closureParameter(let closure) = file.binding(of: name) else { return nil }
        return closure
    }
}
