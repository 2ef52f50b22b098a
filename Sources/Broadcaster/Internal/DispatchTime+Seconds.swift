import Foundation

extension DispatchTime {
    /// The seconds from an earlier time to this one.
    package func seconds(since earlier: DispatchTime) -> TimeInterval {
        Double(uptimeNanoseconds - earlier.uptimeNanoseconds) / 1_000_000_000
    }
}
