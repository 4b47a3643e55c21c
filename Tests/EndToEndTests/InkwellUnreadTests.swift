import Foundation
import Glibc
import LoopbackServer
import ProgramTerminal
import Testing

/// A terminal that is not read: it is stopped, or its connection is lost. Its output blocks; nothing else does.
@Suite("A terminal that is not read", .serialized)
struct InkwellUnreadTests {
  private struct Vain: Error {
    let what: String
  }

  let home = Scratch()
  let server: SmallHomeserver

  init() throws { server = try SmallHomeserver(saying: ["kept words"]) }

  /// The account, open and idle.
  private func open(_ options: [String] = []) throws -> VirtualTerminal {
    let profile = home.file(".local/state/inkwell/ann@127.0.0.1_\(server.server.port)")
    home.makeFolders(profile)
    home.makeFile("\(profile)/toured")
    let isNew = home.text(of: ".local/state/inkwell/ann@127.0.0.1_\(server.server.port)/session.json") == nil
    let terminal = try VirtualTerminal(
      [BuiltProgram.inkwell, "--login", "ann", "--server", server.url, "--device-name", "desk"] + options,
      columns: 200, rows: 50, home: home)
    if isNew {
      try terminal.until("Password of ann")
      try terminal.type("pässword\r")
    }
    try terminal.until("the room") { $0.shows("online") && ($0.shows("kept words") || $0.shows("Hill")) }
    return terminal
  }

  private func wait(for what: String, _ condition: () -> Bool) throws {
    for _ in 0..<6_000 {
      if condition() { return }
      poll(nil, 0, 10)
    }
    throw Vain(what: what)
  }

  /// Sends messages without reading output, and fills the terminal's buffer: each resize redraws the whole screen.
  private func sendUnread(_ count: Int, _ terminal: VirtualTerminal) throws {
    for number in 0..<count {
      if number < count - 1 { terminal.resize(columns: 200 - number % 2, rows: 50) }
      try terminal.typeUnread("message \(number)\r")
      try wait(for: "message \(number) at the server") {
        server.texts.contains { $0.contains(#""body":"message \#(number)""#) }
      }
    }
  }

  /// Whether text is saved in the profile: in the store or, before that, in the log of edits.
  private func isKept(_ words: String, in file: String) -> Bool {
    let folder = ".local/state/inkwell/ann@127.0.0.1_\(server.server.port)"
    return home.files(in: folder).contains { name in
      name.hasPrefix(file) && home.text(of: "\(folder)/\(name)")?.contains(words) == true
    }
  }

  @Test("Messages are sent and text is saved, and the screen is right once it is read")
  func goesOn() throws {
    defer { server.stop() }
    let terminal = try open()
    let start = terminal.output.count
    try sendUnread(30, terminal)
    try terminal.typeUnread("half a sentence")
    try wait(for: "the draft on the disk") { isKept("half a sentence", in: "store") }
    try terminal.until("the last message and the draft") {
      $0.shows("message 29", "half a sentence") && !$0.shows("sending…") && !$0.shows("queued")
    }
    // What the service reports after the last message arrives later. A redraw shows the same.
    try terminal.listen(for: 500)
    let (read, end) = (terminal.text, terminal.output.count)
    try terminal.type("\u{C}")
    try terminal.until("the picture, drawn anew") { $0.output(after: end).contains("half a sentence") }
    try terminal.listen(for: 500)
    let rows = zip(read.split(separator: "\n"), terminal.text.split(separator: "\n")).filter { $0 != $1 }
    #expect(rows.map { "\($0) became \($1)" } == [])
    // Each of the 30 redraws would be as long: frames that were superseded are not written.
    #expect(end - start < 29 * (terminal.output.count - end), "\(end - start)")
    try terminal.type("\u{18}\u{3}")
    #expect(try terminal.end() == 0)
  }

  @Test("Typed text is there after kill -9")
  func killed() throws {
    defer { server.stop() }
    let terminal = try open()
    try sendUnread(20, terminal)
    try terminal.typeUnread("half a sentence")
    try wait(for: "the draft on the disk") {
      isKept("half a sentence", in: "edits") || isKept("half a sentence", in: "store")
    }
    terminal.send(SIGKILL)
    _ = try terminal.endUnread()
    let again = try open()
    try again.until("the messages and the draft") { $0.shows("message 19", "half a sentence") }
  }

  @Test("Lines wait in order, and none is lost")
  func lines() throws {
    defer { server.stop() }
    let terminal = try open(["--plain"])
    let start = terminal.output.count
    let long = String(repeating: "words without end ", count: 70)
    for number in 0..<60 {
      try terminal.typeUnread("line \(number): \(long)\r")
      try wait(for: "line \(number) at the server") {
        server.texts.contains { $0.contains("\"line \(number): ") }
      }
    }
    try terminal.typeUnread("/topic")
    try terminal.until("all lines") { $0.output(after: start).contains("/topic") }
    let text = terminal.output(after: start)
    var end = text.startIndex
    for number in 0..<60 {
      let found = try #require(text[end...].firstRange(of: "line \(number): "), "line \(number)")
      end = found.upperBound
    }
  }
}
