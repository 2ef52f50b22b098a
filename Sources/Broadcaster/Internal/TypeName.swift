import Foundation

/// Returns the full name of a type, or a substitute if the runtime can't print it.
///
/// The runtime prints an address where a private or local type is declared, which would differ from run to run.
///
/// The runtime crashes when it prints a type that mentions the metatype of a constrained existential, `any P<Int>.Type`,
/// anywhere in its arguments (Swift 6.3). Such a type is a legal channel, so it is recognized before it is printed.
func typeName(_ type: Any.Type) -> String {
    guard TypeMetadata(type).isPrintable else { return "a type that has no printable name" }
    let name = String(reflecting: type)
    guard name.utf8.contains(UInt8(ascii: "$")) else { return name }
    let address = #"\(unknown context at \$[0-9a-f]+\)\."#
    return name.replacingOccurrences(of: address, with: "", options: .regularExpression)
}

/// The words that describe a type at run time, in the layout that Swift's ABI fixes.
struct TypeMetadata {
    private let type: Any.Type
    private var words: UnsafeRawPointer { unsafeBitCast(type, to: UnsafeRawPointer.self) }

    init(_ type: Any.Type) {
        self.type = type
    }

    private enum Kind: UInt {
        case `class` = 0
        case `struct` = 0x200
        case `enum` = 0x201
        case optional = 0x202
        case foreignClass = 0x203
        case tuple = 0x301
        case function = 0x302
        case existential = 0x303
        case metatype = 0x304
        case objectiveCClass = 0x305
        case existentialMetatype = 0x306
        case constrainedExistential = 0x307
    }

    private var kind: Kind? {
        let kind = words.load(as: UInt.self)
        // With Objective-C, a class starts with a pointer to its metaclass.
        return Kind(rawValue: kind > 0x7FF ? 0 : kind)
    }

    /// Whether values are protocol values: `any P`, `AnyObject`, `Any`.
    var isExistential: Bool { kind == .existential || kind == .constrainedExistential }

    /// What to do with an observer that is a value of this type.
    var fixForValues: String {
        switch kind {
        case .optional: "Unwrap it first."
        case .struct, .enum: "Make '\(isPrintable ? "\(type)" : "it")' a class or an actor."
        default: "Register an instance of a class that holds it."
        }
    }

    var isPrintable: Bool {
        switch kind {
        case .metatype, .existentialMetatype: arguments(at: 1, count: 1).allSatisfy(\.isPrintable)
        case .function: isFunctionPrintable
        case .tuple: (0..<Int(word(1))).allSatisfy { arguments(at: 3 + 2 * $0, count: 1)[0].isPrintable }
        case .existential: !hasSuperclass || arguments(at: 2, count: 1)[0].isPrintable
        case .constrainedExistential: isConstrainedValuePrintable
        case .class, .struct, .enum, .optional: isNominalPrintable
        case .objectiveCClass, .foreignClass, nil: true
        }
    }

    private func word(_ index: Int) -> UInt {
        words.load(fromByteOffset: index * MemoryLayout<UInt>.size, as: UInt.self)
    }

    private func pointer(_ index: Int) -> UnsafeRawPointer? {
        UnsafeRawPointer(bitPattern: word(index))
    }

    private func arguments(at index: Int, count: Int) -> [TypeMetadata] {
        (index..<index + count).map { TypeMetadata(unsafeBitCast(word($0), to: Any.Type.self)) }
    }

    private var hasSuperclass: Bool {
        words.load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt32.self) & 0x4000_0000 != 0
    }

    /// Behind the result and the parameters stand parts that the flags announce; the type of thrown errors is the last.
    private var isFunctionPrintable: Bool {
        let flags = word(1)
        let parameterCount = Int(flags & 0xFFFF)
        guard arguments(at: 2, count: 1 + parameterCount).allSatisfy(\.isPrintable) else { return false }
        let hasExtendedFlags = flags & 0x8000_0000 != 0
        guard hasExtendedFlags else { return true }

        var index = 3 + parameterCount
        let hasParameterFlags = flags & 0x0200_0000 != 0
        if hasParameterFlags {
            let flagsPerWord = MemoryLayout<UInt>.size / MemoryLayout<UInt32>.size
            index += (parameterCount + flagsPerWord - 1) / flagsPerWord
        }
        let isDifferentiable = flags & 0x0800_0000 != 0
        if isDifferentiable { index += 1 }
        let hasGlobalActor = flags & 0x1000_0000 != 0
        if hasGlobalActor { index += 1 }
        let throwsTypedError = word(index) & 1 != 0
        return !throwsTypedError || arguments(at: index + 1, count: 1)[0].isPrintable
    }

    /// A shape stands in front of the arguments; it says whether this is a metatype, and how many arguments there are.
    private var isConstrainedValuePrintable: Bool {
        guard let shape = pointer(1) else { return true }
        let flags = shape.load(as: UInt32.self)
        let isMetatype = flags & 0xFF == 2
        let hasArguments = flags & 0x100 != 0
        let count = hasArguments ? Int(shape.load(fromByteOffset: 16, as: UInt16.self)) : 0
        return !isMetatype && arguments(at: 2, count: count).allSatisfy(\.isPrintable)
    }

    /// The descriptor of a class, a structure or an enumeration counts its generic parameters and says what each is.
    private var isNominalPrintable: Bool {
        let isClass = kind == .class
        let wordSize = MemoryLayout<UInt>.size
        let place = isClass ? Self.classHeaderWords * wordSize + 24 : wordSize
        guard let descriptor = words.load(fromByteOffset: place, as: UnsafeRawPointer?.self) else { return true }
        let flags = descriptor.load(as: UInt32.self)
        let isGeneric = flags & 0x80 != 0
        guard isGeneric else { return true }

        var index = 2
        if isClass {
            let isLaidOutAtRunTime = flags & 0x2000_0000 != 0
            if isLaidOutAtRunTime { return false }
            let size = descriptor.load(fromByteOffset: 28, as: UInt32.self)
            let ownMembers = descriptor.load(fromByteOffset: 32, as: UInt32.self)
            index = Int(size) - Int(ownMembers)
        }
        let header = descriptor + (isClass ? 52 : 36)
        for parameter in 0..<Int(header.load(as: UInt16.self)) {
            let description = header.load(fromByteOffset: 8 + parameter, as: UInt8.self)
            let isArgument = description & 0x80 != 0
            guard isArgument else { continue }
            switch description & 0x3F {
            case 0: if !arguments(at: index, count: 1)[0].isPrintable { return false }
            case 2: break  // an integer
            default: return false  // a pack, whose elements are elsewhere
            }
            index += 1
        }
        return true
    }

    /// The words before the fixed part of a class: its kind and superclass, and what Objective-C caches.
    private static var classHeaderWords: Int {
        #if canImport(ObjectiveC)
            5
        #else
            2
        #endif
    }
}
