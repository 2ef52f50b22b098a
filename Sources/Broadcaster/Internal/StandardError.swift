internal import BroadcasterAtomics

/// Writes a line to standard error, if that can be written.
///
/// Foundation's `FileHandle` traps if it can't be.
package func writeToStandardError(_ line: String) {
    var text = "Broadcaster: \(line)\n"
    text.withUTF8 { BroadcasterWriteToStandardError($0.baseAddress, $0.count) }
}
