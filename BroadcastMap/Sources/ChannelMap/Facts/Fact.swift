import SwiftSyntax

/// What an expression is, as far as its file says.
///
/// The walk of a file writes each fact down once. A fact that names a parameter is completed with what a caller
/// passes, which gives another fact.
package indirect enum Fact: Hashable {
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

    package enum Unknown: Hashable {
        case variable, generic, computed
        /// More values than a reader of the map can read, or steps than it is worth to follow.
        case tooMany
    }

    package struct TuplePart: Hashable {
        package let label: String?
        package let value: Fact
        /// The key of a dictionary, as it is written.
        package var code = Argument.Code(syntax: nil)
    }

    /// How a text is made of a value.
    package enum Description: Hashable {
        /// `String(…)`, or the name of a notification.
        case copy
        /// `\(…)` and `String(describing:)`.
        case name
        case rawValue
    }
}

/// A call of a function, or the creation of an object.
package struct Invocation: Hashable {
    package enum Callee: Hashable {
        case function(Symbol)
        /// A function in another one, by the place of its name.
        case local(Place)
        /// A closure, or what isn't followed.
        case value(Fact)
    }

    package var place: Place
    package var callee: Callee
    /// The type, if an object is created.
    package var created: TypeFact?
    package var receiver: Fact?
    package var receiverCode = Argument.Code(syntax: nil)
    package var arguments: [Argument]
    /// The constant that keeps the result, by which objects are told apart.
    package var keeper: Symbol?

    package var function: Symbol? {
        if case .function(let function) = callee { return function }
        return nil
    }

    /// The argument without a label, or with one of some labels.
    package func argument(labeled labels: String?...) -> Fact? {
        arguments.first { !$0.isTrailing && labels.contains($0.label) }?.value
    }
}

/// An argument, with the code that the map shows.
package struct Argument: Hashable {
    package let label: String?
    var isTrailing = false
    package let value: Fact
    package var code = Code(syntax: nil)

    package func with(_ value: Fact) -> Argument {
        Argument(label: label, isTrailing: isTrailing, value: value, code: code)
    }

    /// Code as it is written.
    ///
    /// It is no part of the identity of an argument.
    package struct Code: Hashable {
        /// `nil` for what a call leaves out, and in Objective-C.
        package let syntax: ExprSyntax?
        package var objectiveC: String?

        package static func == (left: Code, right: Code) -> Bool { true }
        package func hash(into hasher: inout Hasher) {}
    }
}

/// A type as code writes it.
package struct TypeFact: Hashable {
    package enum Kind: Hashable { case named, sequence, dictionary }

    /// The types, which are several for a composition.
    package var symbols: [Symbol] = []
    /// How the type is written if it has generic arguments.
    package var form: String?
    /// The generic arguments: of a sequence, the type of its elements.
    var arguments: [TypeFact] = []
    var kind = Kind.named
    /// True for `Name.Type`.
    package var isMetatype = false

    /// The type of the elements of a sequence.
    var element: TypeFact? { kind == .sequence ? arguments.first : nil }
    /// The type of the values of a dictionary.
    var dictionaryValue: TypeFact? { kind == .dictionary ? arguments.last : nil }
    package var isEmpty: Bool { symbols.isEmpty && arguments.isEmpty }
}

/// A place in a file, by the offset of a name or of a bracket.
package struct Place: Hashable {
    package let file: SourceFile
    package let offset: Int
}

/// A function whose parameters callers choose: one that the index has, or a function inside another one.
package enum Owner: Hashable {
    case declared(Symbol)
    case local(Place)

    package var function: Symbol? {
        if case .declared(let function) = self { return function }
        return nil
    }
}
