import Foundation
import Testing

@testable import CursesTerminal

/// ncurses knows one description at a time.
@Suite("What ncurses is told of the terminal", .serialized)
struct TerminalDescriptionTests {
  /// The capabilities that `infocmp` of ncurses reads, each with its name and its value.
  private func capabilities(_ name: String, described: String? = nil) throws -> Set<String> {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["infocmp", "-1", name]
    var environment = ProcessInfo.processInfo.environment
    environment["TERMINFO"] = described
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    // Where a description has no size, ncurses notes one when it has found it.
    return Set(
      text.split(separator: "\n").map(String.init).filter {
        $0.hasPrefix("\t") && !$0.hasPrefix("\tcols#") && !$0.hasPrefix("\tlines#")
      })
  }

  /// The names of capabilities.
  private func names(_ capabilities: Set<String>) -> Set<String> {
    Set(capabilities.map { String($0.dropFirst().prefix { $0.isLetter || $0.isNumber }) })
  }

  private static let terminals = [
    "xterm-256color", "xterm", "linux", "screen-256color", "tmux-256color", "rxvt", "vt100",
  ]

  @Test("It is what the system has, without ways to move and without what sets all attributes", arguments: terminals)
  func wholeRowsStay(name: String) throws {
    let whole = try capabilities(name)
    try #require(TerminalDescription.find(name))
    let told = try capabilities(
      name, described: TerminalDescription.variable(named: name, movesRows: false))
    #expect(told.isSubset(of: whole))
    let left = names(whole.subtracting(told))
    let moves: Set = ["cub", "cud", "cuf", "cuu", "hpa", "vpa", "il", "il1", "ri", "rin"]
    // A terminal without one that dims may set it together with others.
    #expect(left == moves.union(names(whole).contains("dim") ? ["sgr"] : []).intersection(names(whole)))
  }

  @Test("Rows of the whole width can still be moved where there are any", arguments: terminals)
  func wholeRowsMove(name: String) throws {
    let whole = try capabilities(name)
    try #require(TerminalDescription.find(name))
    let told = try capabilities(
      name, described: TerminalDescription.variable(named: name, movesRows: true))
    let left = names(whole.subtracting(told))
    #expect(left.isDisjoint(with: ["csr", "dl", "dl1", "il", "il1", "ind", "indn", "ri", "rin"]))
    #expect(told.isSubset(of: whole) && !told.isEmpty)
  }
}
