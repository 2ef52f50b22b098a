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

    /// Where its closure begins.
    var place: Place? { code.map { Place(file: $0.file, offset: $0.bytes.lowerBound) } }

    var file: SourceFile? { code?.file ?? function?.definition?.file }

    /// The bytes of its code.
    var bytes: Range<Int>? { code?.bytes ?? function?.declaration?.bytes ?? function?.objectiveCBody }
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
