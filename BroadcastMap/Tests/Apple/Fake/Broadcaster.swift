// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The library's names, because the map knows it by these alone.

public final class Broadcaster {
    public static func register<T>(_ type: T.Type, observer: AnyObject) {}
    public static func notify<T>(_ type: T.Type, for key: Int, block: (T) -> Void) {}
}
