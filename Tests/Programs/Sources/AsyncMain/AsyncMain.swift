import IsolatedScreen

@main
enum AsyncMain {
    static func main() async {
        await runScreen()
    }
}
