import Foundation
import TestSupport
import Testing

/// What ends a hang of these tests.
@Suite("The watchdog of the tests", .timeLimit(.minutes(60)), .watched)
struct WatchdogTests {
    @Test("tests of which none begins or ends for two minutes are named once, until one does")
    func overdue() {
        // Time: only differences are compared.
        let start = DispatchTime.now()
        var progress = TestProgress()
        #expect(progress.overdue(at: start + 1000) == nil)
        let first = progress.begin("first", at: start)
        let second = progress.begin("second", at: start + 60)
        #expect(progress.overdue(at: start + 179) == nil)
        #expect(progress.overdue(at: start + 180) == ["first", "second"])
        #expect(progress.overdue(at: start + 1000) == nil)
        progress.end(first, at: start + 1000)
        #expect(progress.overdue(at: start + 1119) == nil)
        #expect(progress.overdue(at: start + 1120) == ["second"])
        progress.end(second, at: start + 1200)
        #expect(progress.overdue(at: start + 2000) == nil)
    }

    #if os(Linux)
        @Test(
            "the stack of a thread that waits names the function that it waits in",
            .enabled(if: hasSymbolizer, "the toolchain's llvm-symbolizer isn't in the path"))
        func stacks() async {
            let mayReturn = DispatchSemaphore(value: 0)
            let hasStarted = Gate()
            Thread.detachNewThread { self.waitInThisFunction(mayReturn) { hasStarted.open() } }
            await hasStarted.pass()
            let stacks = threadStacks()
            mayReturn.signal()
            #expect(stacks.contains("waitInThisFunction"), "\(stacks)")
        }

        @inline(never)
        private func waitInThisFunction(_ mayReturn: DispatchSemaphore, _ hasStarted: () -> Void) {
            hasStarted()
            withExtendedLifetime(self) { mayReturn.wait() }
        }
    #endif
}
