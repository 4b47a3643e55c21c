import Foundation
import Testing

@testable import CursesTerminal

/// ncurses knows one description at a time.
@Suite("What ncurses is told of the terminal", .serialized)
struct TerminalDescriptionTests {
  /// The capabilities that `infocmp` of ncurses reads, each with its name and its value.
  private func capabilities(_ name: String, described: String? = nil) throws -> Set<String> {
    let text = try output(of: ["infocmp", "-1", name], for: name, described: described)
    // Where a description has no size, ncurses notes one when it has found it.
    return Set(
      text.split(separator: "\n").map(String.init).filter {
        $0.hasPrefix("\t") && !$0.hasPrefix("\tcols#") && !$0.hasPrefix("\tlines#")
      })
  }

  /// What a program of ncurses prints.
  ///
  /// - Parameter described: what stands in TERMINFO.
  private func output(
    of arguments: [String], for terminal: String, described: String?, reading words: String = ""
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    environment["TERM"] = terminal
    environment["TERMINFO"] = described
    process.environment = environment
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(words.utf8))
    try input.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return text
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
    #expect(told.subtracting(whole).isSubset(of: Self.reorderedColors))
    var omitted: Set = ["cub", "cud", "cuf", "cuf1", "cuu", "hpa", "vpa"]
    if !movesRows { omitted.formUnion(["il", "il1", "ri", "rin"]) }
    // What resets one attribute resets no other.
    let resets: Set = ["\trmul=\\E[24m,", "\tritm=\\E[23m,", "\tdim=\\E[2m,"]
    if whole.isSuperset(of: resets) { omitted.insert("sgr") }
    let left = names(whole).subtracting(names(told)).filter { !isKey($0) }
    #expect(left == omitted.intersection(names(whole)))
    #expect(!names(told).contains(where: isKey))
  }

  private static let reorderedColors: Set = [
    "\tsetaf=\\E[%?%p1%{15}%>%t38;5;%p1%d%e%p1%{8}%<%t3%p1%d%e9%p1%{8}%-%d%;m,",
    "\tsetab=\\E[%?%p1%{15}%>%t48;5;%p1%d%e%p1%{8}%<%t4%p1%d%e10%p1%{8}%-%d%;m,",
  ]

  @Test("Each colour is written as the system's description writes it")
  func colors() throws {
    let description = try #require(TerminalDescription("xterm-256color"))
    let described = description.variable(movesRows: false)
    // A system whose strings for colours are others has these told as they are.
    let told = try capabilities("xterm-256color", described: described)
    let isKnown = try capabilities("xterm-256color").contains {
      $0.hasPrefix("\tsetaf=\\E[%?%p1%{8}%<%t3%p1%d%e%p1%{16}%<")
    }
    #expect(told.isSuperset(of: Self.reorderedColors) == isKnown)
    for capability in ["setaf", "setab"] {
      let colors = (0..<256).map { "\(capability) \($0)\n" }.joined()
      #expect(
        try output(of: ["tput", "-S"], for: "xterm-256color", described: described, reading: colors)
          == output(of: ["tput", "-S"], for: "xterm-256color", described: nil, reading: colors))
    }
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
