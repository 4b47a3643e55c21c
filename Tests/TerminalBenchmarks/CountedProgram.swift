import Foundation
import Glibc
import ProgramTerminal

/// A program under valgrind, which counts the instructions of all its threads. Kernel instructions are not counted,
/// so the counts hardly vary with the load of the machine.
final class CountedProgram {
  /// Valgrind failed or is missing something.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Debian's path.
  static let valgrind = "/usr/bin/valgrind"
  static var isInstalled: Bool { access(valgrind, X_OK) == 0 }

  let seat: Seat
  private let folder = Scratch()
  private var dumps = 0

  init(_ client: Client) throws {
    let output = folder.file("counts")
    var counted = client
    counted.command =
      [
        // In the home folder, where nano saves unsaved text.
        "/bin/sh", "-c", "cd && exec \"$0\" \"$@\"", Self.valgrind, "--tool=callgrind",
        "--callgrind-out-file=\(output).%p", "--log-file=\(output).log",
        "--vgdb-prefix=\(folder.file("ask"))",
        try Self.withoutDebugInformation(client.command[0], in: folder),
      ] + client.command.dropFirst()
    seat = try Seat(counted, environment: ["TZ": Self.zoneWhereItIsTwo()])
    try rest()
  }

  /// A time zone in which it is 14:00 now: what the demo's people say, and so what is counted, depends on the hour.
  private static func zoneWhereItIsTwo() -> String {
    let west = time(nil) % 86_400 - 14 * 3_600
    let parts = [abs(west) / 3_600, abs(west) / 60 % 60, abs(west) % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "TWO\(west < 0 ? "-" : "+")\(parts.joined(separator: ":"))"
  }

  /// Strips debug information: valgrind cannot read all of Swift 6's and takes long to fail.
  private static func withoutDebugInformation(_ program: String, in folder: Scratch) throws -> String {
    let copy = folder.file((program as NSString).lastPathComponent)
    try run("/usr/bin/objcopy", ["--strip-debug", program, copy])
    return copy
  }

  /// The instructions of some work and of all that follows until the program is idle.
  func count(_ work: (Seat) throws -> Void) throws -> Double {
    try command("zero")
    try work(seat)
    try rest()
    try command("dump")
    dumps += 1
    return try total(of: ".\(dumps)")
  }

  /// Ends the program. Without an earlier count, the result covers the whole run.
  func end() throws -> Double {
    try Seat.end(seat.terminal)
    return try total(of: "")
  }

  /// Until the program is idle, including delayed work such as saving after the last key.
  private func rest() throws {
    repeat { try seat.terminal.listen(for: 1_500) } while try seat.busy(for: 500) > 0.02
  }

  private func command(_ name: String) throws {
    try Self.run(
      "/usr/bin/vgdb", ["--vgdb-prefix=\(folder.file("ask"))", "--pid=\(seat.terminal.process)", name])
  }

  private func total(of part: String) throws -> Double {
    let file = "\(folder.file("counts")).\(seat.terminal.process)\(part)"
    let line = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      .last { $0.hasPrefix("summary: ") || $0.hasPrefix("totals: ") }
    guard let total = line?.split(separator: " ").last.flatMap({ Double($0) }) else {
      throw Failure(description: "\(file) has no total")
    }
    return total
  }

  private static func run(_ tool: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(tool) \(arguments.joined(separator: " ")): \(process.terminationStatus)")
    }
  }
}
