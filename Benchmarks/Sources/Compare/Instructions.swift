import Broadcasts
import Foundation

/// Returns how many instructions of this program and the library one run of a row takes, counted by Valgrind.
///
/// Those of the runtime, Dispatch, and Foundation aren't counted. Two builds of one source give the same figure on any
/// machine with the same processor architecture. It is the difference of a process that runs the row often and one that
/// runs it twice as often, so neither the start of the program nor the registering of its observers counts.
@Sendable func instructionsPerRun(_ row: Row, observers count: Int) -> Double {
    let times = isQuick ? 1 : 200
    let counted = [times, 2 * times].map { times in
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("instructions-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        run(
            "valgrind", "--quiet", "--tool=callgrind", "--callgrind-out-file=\(file.path)", program.path, "alone",
            "run",
            row.name, "\(count)", "\(times)")
        return instructions(of: program.path, in: try! String(contentsOf: file, encoding: .utf8))
    }
    return Double(counted[1] - counted[0]) / Double(times)
}

/// Returns how many instructions of a file a profile has, in the format of Callgrind.
private func instructions(of file: String, in profile: String) -> Int {
    var total = 0
    /// The number under which the profile names the file, once it has.
    var number: Substring?
    var isInFile = false
    var isCall = false
    for line in profile.split(separator: "\n") {
        if line.hasPrefix("ob=") || line.hasPrefix("cob=") {
            let name = line.drop { $0 != "(" }.split(separator: " ", maxSplits: 1)
            if name.count == 2, name[1] == file { number = name[0] }
            // The other one is the file of a called function.
            if line.first == "o" { isInFile = name[0] == number }
        } else if line.hasPrefix("calls=") {
            isCall = true
        } else if let first = line.first, first.isNumber || "+-*".contains(first) {
            // The line after a call has what the called function took.
            if isInFile, !isCall { total += line.split(separator: " ").last.flatMap { Int($0) } ?? 0 }
            isCall = false
        }
    }
    return total
}

/// A copy of this program without debug information, which Valgrind can't read; it stays until this program ends.
private let program: URL = {
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent("Compare-\(UUID())")
    run("strip", "--strip-debug", "-o", copy.path, CommandLine.arguments[0])
    atexit { try? FileManager.default.removeItem(at: program) }
    return copy
}()

/// Runs another program, and ends this one if that fails.
private func run(_ command: String...) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    do { try process.run() } catch { end(with: "\(error)") }
    process.waitUntilExit()
    if process.terminationStatus != 0 { end(with: "status \(process.terminationStatus)") }

    func end(with reason: String) -> Never {
        FileHandle.standardError.write(
            Data("'\(command[0])' failed (\(reason)). Instructions are counted with valgrind and strip.\n".utf8))
        exit(1)
    }
}
