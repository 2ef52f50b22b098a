import Broadcaster

/// A delegate protocol: its owner calls it on one thread.
package protocol Delegate: AnyObject {
    func receive(_ tally: Tally)
}

extension CountingObserver: Delegate {}

/// A message to the one `delegate` of an owner, which forwards it to many.
package enum StandIns {
    package static let floor = Contender("invoke") { name, observers, tally in
        // Because one thread at a time uses it.
        nonisolated(unsafe) let delegates = MulticastDelegate<any Delegate>(observers)
        return Workload(name) { times in
            for _ in 0..<times { delegates.invoke { $0.receive(tally) } }
        }
    }

    package static let ours =
        [
            Contender("by hand") { name, observers, tally in
                // Because one thread at a time uses it.
                nonisolated(unsafe) let owner = Owner<any Delegate>(delegate: DelegatesByHand(observers))
                return Workload(name) { times in
                    for _ in 0..<times { owner.delegate?.receive(tally) }
                }
            }
        ] + byMacro

    #if Macros
        private static let byMacro = [
            Contender("@Multicast") { name, observers, tally in
                // Because one thread at a time uses it.
                nonisolated(unsafe) let owner = Owner<any MacroDelegate>(delegate: DelegatesByMacro(observers))
                return Workload(name) { times in
                    for _ in 0..<times { owner.delegate?.receive(tally) }
                }
            }
        ]
    #else
        private static let byMacro: [Contender] = []
    #endif
}

/// An owner with room for one delegate; it is retained here, so that only the stand-in is measured.
private final class Owner<D> {
    let delegate: D?

    init(delegate: D) {
        self.delegate = delegate
    }
}

private final class DelegatesByHand: MulticastDelegate<any Delegate>, Delegate {
    func receive(_ tally: Tally) {
        invoke { $0.receive(tally) }
    }
}

#if Macros
    /// The same protocol, whose stand-in the macro writes.
    @Multicast
    package protocol MacroDelegate: AnyObject {
        func receive(_ tally: Tally)
    }

    extension CountingObserver: MacroDelegate {}

    private final class DelegatesByMacro: MulticastDelegate<any MacroDelegate>, MacroDelegate {}
#endif
