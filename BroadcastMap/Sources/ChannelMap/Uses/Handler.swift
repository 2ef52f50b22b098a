/// Code that runs when an observer is called.
struct Handler: Hashable {
    /// The method, or the function around a closure or a loop.
    let function: Symbol?
    /// The closure or the loop.
    let code: SourceRange?

    /// Part of a file.
    struct SourceRange: Hashable {
        let file: SourceFile
        let bytes: Range<Int>
    }

    /// The name, with that of the type around it.
    var name: String {
        let function = function?.path ?? "top-level code"
        return code == nil ? function : "a closure in \(function)"
    }
}

extension Handler {
    /// The code that follows the arguments of an observer's call: closures, or a loop over a sequence, which may be that
    /// of a helper.
    init(regionOf use: OpenUse) {
        let isLoop = use.origin.chain?.loopBody != nil
        let call = isLoop ? use.origin : use.call
        self.init(
            function: isLoop ? use.origin.owner?.function : use.occurrence.function,
            code: SourceRange(file: call.invocation.place.file, bytes: call.region))
    }
}

extension Resolver {
    /// Returns the handlers that an argument is: closures, selectors, or the names of functions.
    func handlers(in argument: Fact, around function: Symbol?) -> [Handler] {
        values(of: argument).compactMap { value in
            switch value {
            case .closure(let place):
                guard let closure = store.closure(place) else { return nil }
                let code = Handler.SourceRange(file: place.file, bytes: closure.bytes)
                return Handler(function: closure.owner?.function ?? function, code: code)
            case .function(let function): return Handler(function: function, code: nil)
            default: return nil
            }
        }
    }
}
