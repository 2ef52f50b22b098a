import Foundation

/// Whether an image that was loaded earlier has a class of the same name, and so a copy of the library, too.
package func isOfSecondCopy(_ ownClass: AnyClass) -> Bool {
    guard let first = NSClassFromString(NSStringFromClass(ownClass)) else { return false }
    return first != ownClass
}
