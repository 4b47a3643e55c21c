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

  @Test(
    "It is what the system has, but for keys and for what takes long", arguments: terminals, [false, true])
  func whatIsLeftOut(name: String, movesRows: Bool) throws {
    let whole = try capabilities(name)
    let description = try #require(TerminalDescription(name))
    let told = try capabilities(name, described: description.variable(movesRows: movesRows))
    #expect(told.isSubset(of: whole))
    var omitted: Set = ["cub", "cud", "cuf", "cuf1", "cuu", "hpa", "vpa"]
    if !movesRows { omitted.formUnion(["il", "il1", "ri", "rin"]) }
    // What resets one attribute resets no other.
    let resets: Set = ["\trmul=\\E[24m,", "\tritm=\\E[23m,", "\tdim=\\E[2m,"]
    if whole.isSuperset(of: resets) { omitted.insert("sgr") }
    let left = names(whole.subtracting(told)).filter { !isKey($0) }
    #expect(left == omitted.intersection(names(whole)))
    #expect(!names(told).contains(where: isKey))
  }

  /// Only flags have names of two letters that begin like those of keys.
  private func isKey(_ name: String) -> Bool { name.first == "k" && name != "km" }

  @Test(
    "A terminal whose attributes cannot be reset by themselves keeps the string that sets all",
    arguments: ["linux", "vt100"])
  func attributes(name: String) throws {
    let description = try #require(TerminalDescription(name))
    let told = try capabilities(name, described: description.variable(movesRows: false))
    #expect(names(told).contains("sgr"))
  }

  @Test("One without a place for its cursor is none, nor is one that nobody knows")
  func unknown() {
    #expect(TerminalDescription("no such terminal") == nil)
    #expect(TerminalDescription("dumb") == nil)
  }
}
