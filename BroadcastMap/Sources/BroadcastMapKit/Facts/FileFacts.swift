/// What one walk of a file writes down.
struct FileFacts {
    /// The calls, by the offset where the index puts each: the name of a function, or a bracket.
    var calls: [Int: CallFact] = [:]
    /// The calls of functions inside others.
    var localCalls: [Place: [CallFact]] = [:]
    /// Where a local name is read, and such a function is not called.
    var localMentions: [Place: [Int]] = [:]
    /// What each member that code names is a member of, by the offset of its name.
    var members: [Int: MemberFact] = [:]
    var functions: [Owner: FunctionFact] = [:]
    var locals: [Place: LocalFact] = [:]
    var properties: [Symbol: PropertyFact] = [:]
    /// What code assigns to properties, by the offset of the name of each.
    var stores: [Int: StoreFact] = [:]
    var closures: [Place: ClosureFact] = [:]
    /// The conditions of the code in each range.
    var conditions: [Range<Int>: [ConditionFact]] = [:]
    /// The raw values of enumeration cases that are texts.
    var rawTexts: [Symbol: String] = [:]
}

/// A call that is written in a file.
struct CallFact {
    let invocation: Invocation
    let owner: Owner?
    /// The code of the call, with its arguments.
    let bytes: Range<Int>
    /// What is done with its result, which isn't read in Objective-C.
    var chain: CallChain?
    var isOnSuper = false
    /// True if code of Objective-C drops its result.
    var dropsObjectiveCResult = false

    var dropsResult: Bool { chain?.dropsResult ?? dropsObjectiveCResult }

    /// The code in which it may call observers: its closures, those of what is done with its result, or a loop over it.
    var region: Range<Int> { chain.map { $0.start..<$0.end } ?? bytes }
}

struct MemberFact {
    let receiver: Fact
    let owner: Owner?
}

struct FunctionFact {
    let owner: Owner
    let parameters: [ParameterFact]
    let result: TypeFact?
    var returns: [Fact] = []
    /// The position of the parameter whose type is a generic parameter of the type, by the position of that one.
    var genericPositions: [Int: Int] = [:]
    /// What an initializer makes the object: a call of another initializer, or a value.
    var delegations: [Fact] = []
}

struct ParameterFact {
    let label: String
    let type: TypeFact
    let isFunction: Bool
    let isVariadic: Bool
    /// True for `some Hashable`, and for a generic parameter.
    let isGeneric: Bool
    /// What it is if the caller leaves it out.
    let standard: Argument?
}

struct LocalFact {
    var values: [Fact] = []
    var type: TypeFact?
    var isVariable = false
    /// True if code changes it, or a part of it.
    var isChanged = false
}

/// A property, or a global variable.
struct PropertyFact {
    let value: Fact?
    let type: TypeFact?
    let isConstant: Bool
    /// The owner of the getter, if the property is computed.
    let getter: Owner?
    let hasWrapper: Bool
}

struct StoreFact {
    let value: Fact
    /// What code assigns to an element of the property.
    var element: Fact?
    let owner: Owner?
}

/// What is true, or false, where code runs.
struct ConditionFact {
    let value: Fact
    let isTrue: Bool
    let owner: Owner?
}

struct ClosureFact {
    let bytes: Range<Int>
    let parameters: [TypeFact?]
    let owner: Owner?
    /// The sequence whose elements it is called with.
    var sequence: Fact?
    var returns: [Fact] = []
    var hasSecondShorthand = false
    /// True if its code names the `self` of the function around it.
    var mentionsSelf = false
    /// The values that it calls, such as a parameter of the function around it.
    var called: [Fact] = []
}
