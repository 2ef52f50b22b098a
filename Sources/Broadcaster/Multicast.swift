#if Macros
    @attached(extension, names: arbitrary)
    public macro Multicast() = #externalMacro(module: "BroadcasterMacros", type: "MulticastMacro")
#endif
