#if Macros
    import SwiftCompilerPlugin
    import SwiftSyntaxMacros

    @main
    struct BroadcasterMacros: CompilerPlugin {
        let providingMacros: [any Macro.Type] = [MulticastMacro.self, MessagesMacro.self]
    }
#else
    // The package always declares this target, and a plug-in needs an entry point without the trait, too.
    @main
    enum NoMacros {
        static func main() {}
    }
#endif
