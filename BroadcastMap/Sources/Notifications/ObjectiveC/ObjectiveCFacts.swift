import MapBase

/// The facts of a file of Objective-C: the messages that its code sends, with what their arguments are.
///
/// Its text is read at the places that the index has, because its syntax has no tree.
extension FileFacts {
    init(readingObjectiveC file: SourceFile, in index: Index) {
        let reader = ObjectiveCReader(file: file, index: index)
        reader.read()
        self = reader.facts
    }
}

private final class ObjectiveCReader {
    let file: SourceFile
    let index: Index
    private(set) var facts = FileFacts()
    private var parameters: [Symbol: [String]] = [:]

    init(file: SourceFile, index: Index) {
        self.file = file
        self.index = index
    }

    func read() {
        for occurrence in file.occurrences where occurrence.roles.contains(.call) { read(occurrence) }
        for symbol in index.symbols.values
        where symbol.definition?.file === file && (symbol.kind.isProperty || symbol.isMacro) {
            guard let value = symbol.objectiveCValue else { continue }
            let fact = fact(of: value, in: nil)
            facts.properties[symbol] = PropertyFact(
                value: fact, type: nil, isConstant: true, getter: nil, hasWrapper: false)
        }
    }

    private func read(_ occurrence: Occurrence) {
        guard let message = ObjectiveCMessage(at: occurrence) else { return }
        let function = occurrence.function
        let invocation = Invocation(
            place: Place(file: file, offset: occurrence.offset), callee: .function(occurrence.symbol),
            receiver: fact(of: message.receiver, in: function),
            receiverCode: .init(syntax: nil, objectiveC: message.receiver.code),
            arguments: arguments(of: message, in: function))
        let call = CallFact(
            invocation: invocation, owner: function.map(Owner.declared), bytes: message.bytes,
            isOnSuper: message.receiver.code == "super", dropsObjectiveCResult: message.isStatement)
        facts.calls[occurrence.offset] = call
    }

    private func arguments(of message: ObjectiveCMessage, in function: Symbol?) -> [Argument] {
        // A selector is that of another object's class, unless the object is `self`.
        let isOnSelf = message.arguments.first?.code == "self"
        return message.arguments.map { expression in
            var value = fact(of: expression, in: function)
            if case .function = value, !isOnSelf { value = .unknown(.computed) }
            return Argument(label: nil, value: value, code: .init(syntax: nil, objectiveC: expression.code))
        }
    }

    private func fact(of expression: ObjectiveCExpression, in function: Symbol?) -> Fact {
        switch expression.kind {
        case .nothing: return .nothing
        case .text(let text): return .text(text)
        case .name(let offset): return self.name(expression, at: offset, in: function)
        case .selector(let selector):
            let classes = function?.typeAround?.withSuperclasses ?? []
            let method = classes.lazy.compactMap { self.index.symbols["\($0.usr)(im)\(selector)"] }.first
            return method.map { .function($0) } ?? .unknown(.computed)
        case .dictionary(let keys):
            return .list(
                keys.map { key in
                    let fact = fact(of: key, in: function)
                    let code = Argument.Code(syntax: nil, objectiveC: key.keyCode)
                    return .tuple([
                        .init(label: "key", value: fact, code: code), .init(label: "value", value: .unknown(.computed)),
                    ])
                })
        case .other: return other(expression, in: function)
        }
    }

    private func name(_ expression: ObjectiveCExpression, at offset: Int, in function: Symbol?) -> Fact {
        let place = Place(file: file, offset: offset)
        let symbols = file.symbols(at: offset)
        if let property = symbols.first(where: \.kind.isProperty) {
            if property.isMacro, let value = property.objectiveCValue { return fact(of: value, in: nil) }
            return .property(index.swiftDeclaration(of: property), of: nil, at: place)
        }
        if let method = symbols.first(where: { $0.kind != .parameter && $0.usr.contains("m)") }) {
            let property = index.swiftDeclaration(of: method)
            if property.kind.isProperty { return .property(property, of: nil, at: place) }
            // A message that is written with a dot.
            let base = ObjectiveCExpression(
                file: file, range: expression.bytes.lowerBound..<max(expression.bytes.lowerBound, offset - 1))
            return .call(
                Invocation(
                    place: place, callee: .function(method), receiver: fact(of: base, in: function), arguments: []))
        }
        if let macro = symbols.first(where: \.isMacro) {
            return macro.objectiveCValue.map { fact(of: $0, in: nil) } ?? .unknown(.computed)
        }
        let isWhole = offset == expression.bytes.lowerBound
        if isWhole, ["self", "super"].contains(expression.code) {
            return .receiver(function.map(Owner.declared), type: function?.typeAround)
        }
        guard let function, isWhole else { return .unknown(.computed) }
        if parameters[function] == nil { parameters[function] = function.objectiveCParameters }
        if let position = parameters[function]!.firstIndex(of: expression.code) {
            return .parameter(.declared(function), position)
        }
        if let value = expression.localValue(in: function) { return fact(of: value, in: function) }
        if let type = symbols.first(where: \.isType) { return .type(TypeFact(symbols: [type])) }
        return .unknown(.variable)
    }

    /// Returns what a message gives, or a block.
    private func other(_ expression: ObjectiveCExpression, in function: Symbol?) -> Fact {
        if expression.code.hasPrefix("^") {
            let place = Place(file: file, offset: expression.bytes.lowerBound)
            facts.closures[place] = ClosureFact(
                bytes: expression.bytes, parameters: [], owner: function.map(Owner.declared))
            return .closure(place)
        }
        guard expression.isMessage else { return .unknown(.computed) }
        let inside = file.occurrences(in: expression.bytes).filter { occurrence in
            !occurrence.symbol.isType
                && file.openingBracket(before: occurrence.offset) == expression.bytes.lowerBound + 1
        }
        // A property is named as a method without arguments.
        guard let called = inside.last(where: { $0.roles.contains(.call) }) ?? inside.first else {
            return .unknown(.computed)
        }
        let range = expression.bytes.lowerBound + 1..<called.offset
        let receiver = fact(of: ObjectiveCExpression(file: file, range: range), in: function)
        let declaration = index.swiftDeclaration(of: called.symbol)
        if declaration.kind.isProperty {
            return .property(declaration, of: receiver, at: Place(file: file, offset: called.offset))
        }
        // Nothing follows what a method of `self` returns.
        if case .receiver = receiver { return .unknown(.computed) }
        return .call(
            Invocation(
                place: Place(file: file, offset: called.offset), callee: .function(called.symbol), receiver: receiver,
                arguments: ObjectiveCMessage(at: called).map { arguments(of: $0, in: function) } ?? []))
    }
}
