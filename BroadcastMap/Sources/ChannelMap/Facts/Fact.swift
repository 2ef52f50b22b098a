import SwiftSyntax

/// What an expression is, as far as its file says.
///
/// The walk of a file writes each fact down once. A fact that names a parameter is completed with what a caller
/// passes, which gives another fact.
indirect enum Fact: Hashable {
    case text(String)
    /// A number or a Boolean, as it is written.
    case number(String)
    case nothing
    case type(TypeFact)
    case enumerationCase(Symbol)
    case parameter(Owner, Int)
    /// `self` in a function of a type, or outside of functions.
    case receiver(Owner?, type: Symbol?)
    /// A parameter of a closure, with its position if it has several.
    case closureParameter(Place, Int?)
    /// A constant or a variable of a function, whose values are known when the walk is over.
    case local(Place)
    case property(Symbol, of: Fact?, at: Place?)
    /// Each element of a sequence.
    case element(Fact)
    /// What a subscript gives: an element, or the value of a pair.
    case entry(Fact)
    /// A part of a tuple, by its label or its number.
    case part(Fact, String)
    case list([Fact])
    case tuple([TuplePart])
    case choice([Fact])
    /// Several texts or sequences, one after the other.
    case joined([Fact])
    /// The text that is made of a value.
    case description(of: Fact, Description)
    case cast(Fact, to: Fact)
    case closure(Place)
    case function(Symbol)
    case call(Invocation)
    /// The type of an object, for which a generic parameter stands.
    case typeOf(Fact)
    /// A generic argument of the type of an object, by its position.
    case genericArgument(of: Fact, Int)
    /// Any object of a type, of which nothing more is known.
    case instance(TypeFact)
    /// What something is whoever calls the functions that decide it.
    case settled(Fact)
    case unknown(Unknown)

    enum Unknown: Hashable {
        case variable, generic, computed
        /// More values than a reader of the map can read, or steps than it is worth to follow.
        case tooMany
    }

    struct TuplePart: Hashable {
        let label: String?
        let value: Fact
        /// The key of a dictionary, as it is written.
        var code = Argument.Code(syntax: nil)
    }

    /// How a text is made of a value.
    enum Description: Hashable {
        /// `String(…)`, or the name of a notification.
        case copy
        /// `\(…)` and `String(describing:)`.
        case name
        case rawValue
    }
}

/// A call of a function, or the creation of an object.
struct Invocation: Hashable {
    enum Callee: Hashable {
        case function(Symbol)
        /// A function in another one, by the place of its name.
        case local(Place)
        /// A closure, or what isn't followed.
        case value(Fact)
    }

    var place: Place
    var callee: Callee
    /// The type, if an object is created.
    var created: TypeFact?
    var receiver: Fact?
    var receiverCode = Argument.Code(syntax: nil)
    var arguments: [Argument]
    /// The constant that keeps the result, by which objects are told apart.
    var keeper: Symbol?

    var function: Symbol? {
        if case .function(let function) = callee { return function }
        return nil
    }

    /// The argument without a label, or with one of some labels.
    func argument(labeled labels: String?...) -> Fact? {
        arguments.first { !$0.isTrailing && labels.contains($0.label) }?.value
    }
}

/// An argument, with the code that the map shows.
struct Argument: Hashable {
    let label: String?
    var isTrailing = false
    let value: Fact
    var code = Code(syntax: nil)

    func with(_ value: Fact) -> Argument {
        Argument(label: label, isTrailing: isTrailing, value: value, code: code)
    }

    /// Code as it is written.
    ///
    /// It is no part of the identity of an argument.
    struct Code: Hashable {
        /// `nil` for what a call leaves out, and in Objective-C.
        let syntax: ExprSyntax?
        var objectiveC: String?

        static func == (left: Code, right: Code) -> Bool { true }
        func hash(into hasher: inout Hasher) {}
    }
}

/// A type as code writes it.
struct TypeFact: Hashable {
    enum Kind: Hashable { case named, sequence, dictionary }

    /// The types, which are several for a composition.
    var symbols: [Symbol] = []
    /// How the type is written if it has generic arguments.
    var form: String?
    /// The generic arguments: of a sequence, the type of its elements.
    var arguments: [TypeFact] = []
    var kind = Kind.named
    /// True for `Name.Type`.
    var isMetatype = false

    /// The type of the elements of a sequence.
    var element: TypeFact? { kind == .sequence ? arguments.first : nil }
    /// The type of the values of a dictionary.
    var dictionaryValue: TypeFact? { kind == .dictionary ? arguments.last : nil }
    var isEmpty: Bool { symbols.isEmpty && arguments.isEmpty }
}

/// A place in a file, by the offset of a name or of a bracket.
struct Place: Hashable {
    let file: SourceFile
    let offset: Int
}

/// A function whose parameters callers choose: one that the index has, or a function inside another one.
enum Owner: Hashable {
    case declared(Symbol)
    case local(Place)

    var function: Symbol? {
        if case .declared(let function) = self { return function }
        return nil
    }
}
