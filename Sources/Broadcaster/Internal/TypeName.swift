import Foundation

/// Returns the full name of a type.
///
/// The runtime prints an address where a private or local type is declared, which would differ from run to run.
func typeName(_ type: Any.Type) -> String {
    // Swift 6.3 crashes when it prints the metatype of a protocol with a constrained associated type.
    if TypeKind(type) == .constrainedMetatype { return "a metatype" }
    let name = String(reflecting: type)
    guard name.utf8.contains(UInt8(ascii: "$")) else { return name }
    let address = #"\(unknown context at \$[0-9a-f]+\)\."#
    return name.replacingOccurrences(of: address, with: "", options: .regularExpression)
}

/// The kind of a type, read from its metadata: the kind and the flags behind it are fixed by Swift's ABI.
enum TypeKind {
    case `class`, structOrEnum, optional, other
    case existential, constrainedExistential, classExistential, errorExistential, constrainedMetatype

    init(_ type: Any.Type) {
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        switch metadata.load(as: UInt.self) {
        case 0, 0x800...: self = .class  // On Apple's platforms, the pointer of an Objective-C class.
        case 0x200, 0x201: self = .structOrEnum
        case 0x202: self = .optional
        case 0x303:
            let flags = metadata.load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt32.self)
            // Swift 6.3 crashes when it asks a value of `any Error & AnyObject` for its type: the flags say `Error`
            // alone.
            self = flags >> 24 & 0x3F == 1 ? .errorExistential : flags >> 31 == 0 ? .classExistential : .existential
        case 0x307:
            // The shape of the existential, whose flags start with what it holds: 2 for a metatype.
            let shape = metadata.load(fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer.self)
            self = shape.load(as: UInt32.self) & 0xFF == 2 ? .constrainedMetatype : .constrainedExistential
        default: self = .other
        }
    }
}
