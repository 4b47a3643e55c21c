import Foundation
import Glibc
import LoopbackServer
import ProgramTerminal
import Testing

/// An account whose server is not always reachable.
@Suite("An account without its server", .serialized)
struct InkwellOfflineTests {
  let home = Scratch()
  let server: SmallHomeserver

  init() throws { server = try SmallHomeserver(saying: ["kept words", "unmistakable secret"]) }

  private var profile: String { ".local/state/inkwell/ann@127.0.0.1_\(server.server.port)" }

  /// Signs in for the first time, with messages in the room.
  private func signIn() throws -> VirtualTerminal {
    let terminal = try VirtualTerminal(
      [BuiltProgram.inkwell, "--login", "ann", "--server", server.url], columns: 100, home: home)
    try terminal.until("Password of ann")
    try terminal.type("pässword\r")
    try terminal.nameDevice()
    try terminal.until("the room") { $0.shows("unmistakable secret", "online") }
    return terminal
  }

  private func leave(_ terminal: VirtualTerminal) throws {
    try terminal.type("\u{18}\u{3}")
    #expect(try terminal.end() == 0)
  }

  private func again() throws -> VirtualTerminal {
    try VirtualTerminal([BuiltProgram.inkwell, "--login", "ann"], columns: 100, home: home)
  }

  @Test(
    "It opens with cached data, shows the offline time, takes text, edits and messages, and sends them later"
  )
  func offline() throws {
    defer { server.stop() }
    try leave(try signIn())
    server.set(up: false)
    let terminal = try again()
    try terminal.until("what is kept") { $0.shows("kept words", "unmistakable secret", "offline since") }
    try terminal.type("a message for later\r", until: "queued")
    try terminal.type("half a thought", until: "half a thought")
    // After a kill its state is the same.
    terminal.send(SIGKILL)
    _ = try terminal.end()
    let next = try again()
    try next.until("all of it again") {
      $0.shows("kept words", "a message for later", "half a thought", "offline since")
    }
    #expect(server.texts.count == 2)
    server.set(up: true)
    try next.until("the connection is back") { $0.shows("online") && !$0.shows("offline", "queued") }
    try next.until("it is sent") { _ in server.texts.count == 3 }
    #expect(server.texts[2].contains("a message for later"))
    try leave(next)
    #expect(server.texts.count == 3, "once")
  }

  @Test(
    "A failing server is not called offline: its error is shown, and work continues afterwards"
  )
  func failing() throws {
    defer { server.stop() }
    let terminal = try signIn()
    for (status, text, sentence) in [
      (500, "", "the server returned an error (500), retrying"),
      (404, #"{"errcode":"M_NOT_FOUND"}"#, "the server returned an error (404), retrying"),
      (200, "<html>", "the server's answer is unreadable, retrying"),
      (200, String(repeating: " ", count: 65 << 20), "the server's answer is larger than 64 MB, retrying"),
    ] {
      server.fail(with: status, text)
      try terminal.until(sentence)
      #expect(!terminal.shows("offline") && !terminal.shows("does not exist"))
    }
    try terminal.type("a message for later\r", until: "queued")
    server.fail(with: nil)
    try terminal.until("all is well") { $0.shows("online") && !$0.shows("queued") }
    #expect(server.texts.last?.contains("a message for later") == true)
    try leave(terminal)
  }

  @Test("--logout --erase lists the data to erase, and no file contains the text afterwards")
  func erases() throws {
    defer { server.stop() }
    let terminal = try signIn()
    try terminal.type("half a thought", until: "half a thought")
    try leave(terminal)
    #expect(!files(with: ["kept words", "unmistakable secret", "half a thought", "t0ken"]).isEmpty)
    let leaving = try VirtualTerminal([BuiltProgram.inkwell, "--logout", "ann", "--erase"], home: home)
    #expect(try leaving.end() == 0)
    #expect(leaving.shows("1 draft and 0 messages or changes not sent yet are erased"))
    #expect(leaving.shows("is erased"))
    #expect(files(with: ["kept words", "unmistakable secret", "half a thought", "t0ken"]) == [])
    #expect(home.files(in: profile).isEmpty)
  }

  @Test("A script's message waits for the server and is sent before the next script's")
  func script() throws {
    defer { server.stop() }
    try leave(try signIn())
    func send(_ words: String, _ options: String) throws -> (status: Int32, text: String) {
      let command = "printf '\(words)' | '\(BuiltProgram.inkwell)' --login ann --send '#Hill' \(options)"
      let terminal = try VirtualTerminal(["/bin/sh", "-c", command], home: home)
      return (try terminal.end(), terminal.text)
    }
    server.set(up: false)
    let waiting = try send("the bell rings", "--wait 1")
    #expect(waiting.status == 75 && waiting.text.contains("the message waits, and is sent"), "\(waiting)")
    #expect(server.texts.count == 2)
    server.set(up: true)
    let sent = try send("and again", "")
    #expect(sent.status == 0, "\(sent)")
    #expect(server.texts.count == 4 && server.texts[2].contains("the bell rings"), "\(server.texts)")
    #expect(server.texts.last?.contains("and again") == true)
  }

  /// The files in the home folder that contain one of the texts.
  private func files(with texts: [String]) -> [String] {
    guard let all = FileManager.default.enumerator(atPath: home.path) else { return [] }
    return all.compactMap { $0 as? String }.filter { name in
      guard let bytes = FileManager.default.contents(atPath: home.file(name)) else { return false }
      return texts.contains { bytes.range(of: Data($0.utf8)) != nil }
    }
  }

  @Test("Cancelling a sign-in returns to the previous account")
  func givesUp() throws {
    defer { server.stop() }
    try leave(try signIn())
    let leaving = try VirtualTerminal([BuiltProgram.inkwell, "--logout", "ann"], home: home)
    try leaving.until("Press Enter to sign out and keep")
    try leaving.type("\r")
    #expect(try leaving.end() == 0)
    let terminal = try VirtualTerminal.inkwell(home: home)
    try terminal.type("half a sentence", until: "half a sentence")
    try terminal.type("\u{18}a", until: "@ann:localhost")
    try terminal.type("ann\r", until: "Password of @ann:localhost")
    try terminal.type("\u{3}", until: "the demo again") { $0.shows("half a sentence", "Not signed in") }
    try leave(terminal)
  }

  @Test("--export-messages prints a room as text and as JSON")
  func exports() throws {
    defer { server.stop() }
    try leave(try signIn())
    for form in ["text", "json"] {
      let terminal = try VirtualTerminal(
        [
          "/bin/sh", "-c",
          "\(BuiltProgram.inkwell) --login ann --export-messages '#Hill' --form \(form) >'\(home.file("out"))' 2>/dev/null; echo status $?",
        ], home: home)
      _ = try terminal.end()
      #expect(terminal.shows("status 0"), "\(terminal.text)")
      let text = try #require(home.text(of: "out"))
      #expect(text.contains("kept words") && text.contains("unmistakable secret"), "\(text)")
      if form == "json" {
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        #expect(object?["isWhole"] as? Bool == true)
      } else {
        #expect(text.hasPrefix("== Hill · !hill:localhost"))
      }
    }
    let nowhere = try VirtualTerminal(
      [BuiltProgram.inkwell, "--login", "ann", "--export-messages", "#nowhere"], home: home)
    #expect(try nowhere.end() == 66)
    #expect(nowhere.shows("there is no channel #nowhere"))
  }
}
