import BroadcastMapKit

@main
enum Program {
    static func main() { runBroadcastMap() }
}
