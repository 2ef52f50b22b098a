/// The kind of a type, read from its metadata: the kind and the flags behind it are fixed by Swift's ABI.
enum TypeKind {
    case `class`, structOrEnum, optional, importedReference, other
    case existential, constrainedExistential, classExistential, errorExistential, constrainedMetatype

    init(_ type: Any.Type) {
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        switch metadata.load(as: UInt.self) {
        // A class of Swift (on Apple's platforms, its pointer to a metaclass), of Core Foundation and of Objective-C.
        case 0, 0x800..., 0x203, 0x305: self = .class
        case 0x200, 0x201: self = .structOrEnum
        case 0x202: self = .optional
        // A type of C or C++ that Swift imports as a reference.
        case 0x204: self = .importedReference
        case 0x303:
            let flags = metadata.load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt32.self)
            // Swift 6.3 crashes when it asks a value of `any Error & AnyObject` for its type: the flags say `Error`
            // alone.
            self = flags >> 24 & 0x3F == 1 ? .errorExistential : flags >> 31 == 0 ? .classExistential : .existential
        case 0x307:
            #if _ptrauth(_arm64e)
                // The pointer to the shape is signed, so it isn't read.
                self = .constrainedExistential
            #else
                // The shape of the existential, whose flags start with what it holds: 2 for a metatype.
                let shape = metadata.load(fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer.self)
                self = shape.load(as: UInt32.self) & 0xFF == 2 ? .constrainedMetatype : .constrainedExistential
            #endif
        default: self = .other
        }
    }
}
