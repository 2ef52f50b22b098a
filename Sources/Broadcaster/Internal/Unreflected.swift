/// A class whose state is guarded by a lock, which reflection doesn't take.
///
/// `dump` and a failing expectation read the stored properties of what they show. They end at such a class, so they are
/// safe while another thread changes what it guards. Otherwise, a dump of a broadcaster crashes while another thread
/// uses a protocol for the first time.
@usableFromInline
package protocol Unreflected: AnyObject, CustomReflectable {}

extension Unreflected {
    @usableFromInline @inline(never)  // One body, instead of one in each class.
    package var customMirror: Mirror { Mirror(self, children: [], ancestorRepresentation: .suppressed) }
}
