import Dispatch
import Foundation
import IsolatedScreen

@main
enum DispatchMain {
    static func main() {
        DispatchQueue.main.async {
            Task { @MainActor in
                await runScreen()
                exit(EXIT_SUCCESS)
            }
        }
        dispatchMain()
    }
}
