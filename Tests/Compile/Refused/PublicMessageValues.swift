// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A public protocol with values that aren't `Sendable`, whose message is declared `Sendable` in generated code.
// Cells: mode6 nonisolated

public import Broadcaster

public final class Download {}
// expected-note@-1 {{class 'Download' does not conform to the 'Sendable' protocol}}

@Messages
public protocol DownloadObserver {
    func downloadDidStart(_ download: Download)
}
/*
expected-expansion@-2:2 {{
  expected-error@2:10 {{associated value 'downloadDidStart' of 'Sendable'-conforming enum 'DownloadObserverMessage' has non-Sendable type 'Download'}}
}}
*/
