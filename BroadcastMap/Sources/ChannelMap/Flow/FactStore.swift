/// The facts of the files that were needed, each of which is walked once.
final class FactStore {
    let index: Index
    /// The types, besides strings, whose values are texts, such as the names of notifications.
    let textTypes: Set<String>
    /// Reads the facts of a file that isn't one of Swift.
    private let readOther: (SourceFile, Index) -> FileFacts
    private var files: [SourceFile: FileFacts] = [:]

    init(
        _ index: Index, textTypes: Set<String> = [],
        readingOthers readOther: @escaping (SourceFile, Index) -> FileFacts = { _, _ in FileFacts() }
    ) {
        self.index = index
        self.textTypes = textTypes.union(["String", "NSString", "Substring"])
        self.readOther = readOther
    }

    func facts(of file: SourceFile) -> FileFacts {
        if let known = files[file] { return known }
        let found = file.isSwift ? FactWalker(file, in: index).facts : readOther(file, index)
        files[file] = found
        return found
    }

    func walk(_ all: some Sequence<SourceFile>) {
        let files = Set(all)
        files.parse()
        for file in files { _ = facts(of: file) }
    }

    /// Returns the call at an occurrence: of a function, or of the getter of a property that code reads there.
    func call(at occurrence: Occurrence) -> CallFact? {
        if occurrence.isUncertain { return nil }
        let facts = facts(of: occurrence.file)
        if let call = facts.calls[occurrence.offset] { return call }
        guard occurrence.symbol.isAccessor, let receiver = facts.members[occurrence.offset] else { return nil }
        let place = Place(file: occurrence.file, offset: occurrence.offset)
        let invocation = Invocation(
            place: place, callee: .function(occurrence.symbol), receiver: receiver, arguments: [])
        return CallFact(
            invocation: invocation, owner: occurrence.function.map(Owner.declared),
            bytes: place.offset..<place.offset + 1,
            chain: occurrence.token.flatMap(CallChain.init(readingAt:)))
    }

    func function(_ owner: Owner) -> FunctionFact? {
        switch owner {
        case .declared(let symbol): symbol.codeFile.flatMap { facts(of: $0).functions[owner] }
        case .local(let place): facts(of: place.file).functions[owner]
        }
    }

    func property(_ symbol: Symbol) -> PropertyFact? {
        symbol.definition.flatMap { facts(of: $0.file).properties[symbol] }
    }

    func local(_ place: Place) -> LocalFact? { facts(of: place.file).locals[place] }

    func closure(_ place: Place) -> ClosureFact? { facts(of: place.file).closures[place] }

    /// Returns what the member at a place is a member of.
    func receiver(at occurrence: Occurrence) -> Fact? {
        let facts = facts(of: occurrence.file)
        return facts.members[occurrence.offset] ?? facts.calls[occurrence.offset]?.invocation.receiver
    }

    /// Returns the call that a closure is an argument of.
    func call(passing closure: Place) -> Invocation? {
        self.closure(closure)?.call.flatMap { facts(of: $0.file).calls[$0.offset]?.invocation }
    }

    /// Returns what a method of a sequence calls a closure with: an element, or a part of one.
    func element(for closure: Place, _ position: Int?) -> Fact? {
        guard let call = call(passing: closure), let sequence = call.receiver,
            call.function.map(Resolver.callsClosureWithElements) == true
        else { return nil }
        let isPart = position != nil && self.closure(closure)!.parameters.count > 1
        return isPart ? .part(.element(sequence), "\(position!)") : .element(sequence)
    }

    /// Returns what a call passes for a parameter, or its default.
    func argument(_ position: Int, of owner: Owner, in call: Invocation, isFunction: Bool = false) -> Argument? {
        // A message of Objective-C has an argument for each parameter.
        if !call.place.file.isSwift { return call.arguments.dropFirst(position).first }
        let parameters = function(owner)?.parameters
        let labels = parameters?.map(\.label) ?? owner.function?.labels.map(String.init) ?? []
        var rest = call.arguments.filter { !$0.isTrailing }[...]
        for (index, label) in labels.enumerated() {
            let found = rest.firstIndex { ($0.label ?? "_") == label }
            guard index == position else {
                if let found { rest = rest[(found + 1)...] }
                continue
            }
            let parameter = parameters?[index]
            if let found {
                guard parameter?.isVariadic == true else { return rest[found] }
                let all = [rest[found]] + rest[(found + 1)...].prefix { $0.label == nil }
                return Argument(label: label, value: .list(all.map(\.value)), code: rest[found].code)
            }
            let closures = call.arguments.filter(\.isTrailing)
            let closure = closures.first { $0.label == label } ?? closures.first { $0.label == nil }
            if isFunction || parameter?.isFunction == true, let closure { return closure }
            if parameter?.isVariadic == true { return Argument(label: label, value: .list([])) }
            return parameter?.standard
        }
        return nil
    }
}

extension Symbol {
    /// The file with the code of the function: of an accessor, that of its property.
    fileprivate var codeFile: SourceFile? { definition?.file ?? propertyOrSelf.definition?.file }
}
