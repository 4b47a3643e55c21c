import ChatControllers
import ChatDomain
import Composer
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Keys: opening links and files", .serialized)
struct OpeningTests {
  /// Sends a file of this many bytes from Ana.
  @discardableResult
  private func send(_ name: String, bytes: Int, with words: String = "", to mia: Scenario) async throws
    -> Message
  {
    let ana = await mia.device("ana")
    let content = (0..<bytes).map { UInt8(truncatingIfNeeded: $0) }
    mia.clock.advance(by: .seconds(1))
    let id = TransactionID("upload \(mia.clock.now.microseconds)")
    let upload = try await ana.beginUpload(
      FileDescription(name: name, mimeType: "text/plain", size: bytes), transactionId: id)
    for start in stride(from: 0, to: bytes, by: 60_000) {
      _ = try await ana.upload(Array(content[start..<min(bytes, start + 60_000)]), at: start, to: upload)
    }
    let file = try await ana.finishUpload(upload)
    let message = try await ana.send(
      NewMessage(transactionId: id, channelId: "general", markup: words, files: [file.id]))
    await mia.settle()
    return message
  }

  @Test("A file is saved under a harmless name and passed to the opener")
  func file() async throws {
    let mia = try await Scenario()
    try await send("../.etc/\u{202e}notes\u{1b}.txt", bytes: 700_000, to: mia)
    await mia.start()
    await mia.keys("M-s o")
    #expect(mia.programs.opened == ["/kept/notes.txt"], "\(mia.picture)")
    #expect(mia.downloads.files["/kept/notes.txt"] == (0..<700_000).map { UInt8(truncatingIfNeeded: $0) })
    mia.sees("/kept/notes.txt")
    await mia.keys("M-s o")
    #expect(mia.programs.opened.count == 2 && mia.downloads.files.count == 1, "it is here already")
  }

  @Test("Two files with one name are saved as two")
  func sameName() async throws {
    let mia = try await Scenario()
    try await send("notes.txt", bytes: 3, to: mia)
    try await send("notes.txt", bytes: 4, to: mia)
    await mia.start()
    await mia.keys("M-s o M-s k o")
    #expect(mia.programs.opened == ["/kept/notes.txt", "/kept/notes (2).txt"])
    #expect(mia.downloads.files.mapValues(\.count) == ["/kept/notes.txt": 4, "/kept/notes (2).txt": 3])
  }

  @Test("A message with several links or files opens a list of them")
  func several() async throws {
    let mia = try await Scenario()
    try await send(
      "notes.txt", bytes: 3,
      with: "see https://swift.org, [the log](https://example.org/log) and https://swift.org", to: mia)
    await mia.start()
    await mia.keys("M-s o")
    #expect(mia.shows("┌ Open") && mia.programs.opened.isEmpty, "\(mia.picture)")
    #expect(
      mia.shows("▸ https://swift.org") && mia.shows("https://example.org/log") && mia.shows("▤ notes.txt"))
    await mia.keys("Down Enter")
    #expect(mia.programs.opened == ["https://example.org/log"])
    await mia.keys("M-s o")
    await mia.enter("notes")
    #expect(mia.programs.opened.last == "/kept/notes.txt")
  }

  @Test("Offline it says why and leaves no partial file")
  func offline() async throws {
    let mia = try await Scenario()
    try await send("notes.txt", bytes: 700_000, to: mia)
    await mia.start()
    await mia.offline(true)
    await mia.keys("M-s o", .shows("There is no connection"))
    #expect(mia.downloads.files.isEmpty && mia.programs.opened.isEmpty)
    await mia.offline(false)
    await mia.wait(.seconds(60))
    await mia.keys("M-s o")
    #expect(mia.programs.opened == ["/kept/notes.txt"])
  }

  /// Advances the clock so that one request completes: half of its latency each way.
  private func onePiece(_ mia: Scenario) async {
    for _ in 0..<2 { await mia.wait(.seconds(5)) }
  }

  @Test("The last line shows the progress, even while typing; Escape cancels and leaves nothing")
  func progress() async throws {
    let mia = try await Scenario()
    try await send("film.mp4", bytes: 1_000_000, to: mia)
    await mia.start()
    await mia.slow(.seconds(10))
    await mia.keys("M-s o", .notice("Downloading film.mp4 0 % · Esc cancels"))
    await onePiece(mia)
    #expect(mia.foot.contains("Downloading film.mp4 26 %"), "\(mia.picture)")
    await onePiece(mia)
    #expect(
      mia.foot.contains("Downloading film.mp4 52 %") && mia.downloads.files.count == 1, "\(mia.picture)")
    await mia.keys("Escape")
    #expect(
      mia.foot.contains("Download cancelled: film.mp4") && mia.downloads.files.isEmpty, "\(mia.picture)")
    for _ in 0..<5 { await onePiece(mia) }
    #expect(mia.programs.opened.isEmpty && !mia.foot.contains("ownloading"), "\(mia.picture)")
    await mia.keys("M-s o")
    for _ in 0..<5 { await onePiece(mia) }
    #expect(mia.programs.opened == ["/kept/film.mp4"], "\(mia.picture)")
  }

  @Test("Escape cancels at once, however long the request takes")
  func cancelsAtOnce() async throws {
    let mia = try await Scenario()
    try await send("film.mp4", bytes: 1000, to: mia)
    await mia.start()
    mia.downloads.hold()
    await mia.keys("M-s o", .notice("Downloading film.mp4"))
    await mia.keys("Escape", .notice("Download cancelled: film.mp4"))
    await mia.keys("Escape")
    #expect(mia.app.focused?.selection == nil, "the second step back is one")
    await mia.keys("M-s o", .notice("Downloading film.mp4"))
    mia.downloads.release()
    await mia.settle()
    #expect(mia.programs.opened.count == 1 && mia.downloads.files.count == 1, "\(mia.picture)")
    #expect(mia.downloads.files.values.map(\.count) == [1000])
  }

  @Test("Quitting during a download leaves no partial file")
  func leaving() async throws {
    let mia = try await Scenario()
    try await send("film.mp4", bytes: 1_000_000, to: mia)
    await mia.start()
    await mia.slow(.seconds(10))
    await mia.keys("M-s o")
    await onePiece(mia)
    #expect(mia.downloads.files.count == 1)
    await mia.keys("C-x C-c")
    for _ in 0..<5 { await onePiece(mia) }
    #expect(mia.downloads.files.isEmpty && !mia.isRunning)
  }

  @Test(
    "Addresses that start programs or show local files are not opened",
    arguments: ["file:///etc/passwd", "javascript:alert(1)", "--help", "/etc/passwd"])
  func refused(_ address: String) async throws {
    let mia = try await Scenario()
    try await mia.say("[click here](\(address))", by: "ana")
    await mia.start()
    await mia.keys("M-s o")
    #expect(mia.programs.opened.isEmpty)
    let notice = "Only web, mail and map addresses can be opened, not \(address.prefix(10))"
    #expect(mia.foot.contains(notice) || mia.shows("No link or file"), "\(mia.picture)")
  }

  @Test("A failing opener is reported in a sentence")
  func failed() async throws {
    let mia = try await Scenario()
    try await mia.say("https://swift.org", by: "ana")
    await mia.start()
    mia.programs.refusal = ProgramError("there is no program xdg-open")
    await mia.keys("M-s o", .shows("! There is no program xdg-open"))
  }

  @Test(
    "Foreign names become safe file names",
    arguments: [
      ("report.pdf", "report.pdf"), ("../../.bashrc", "bashrc"), ("a/b\\c.txt", "c.txt"), ("-rf", "rf"),
      ("", "file"), ("...", "file"), ("x\n\u{202e}y.", "xy"), (".tar.gz", "tar.gz"), ("漢字 .png", "漢字 .png"),
      (String(repeating: "a", count: 5000) + ".txt", String(repeating: "a", count: 120) + ".txt"),
      ("a." + String(repeating: "b", count: 300), "a." + String(repeating: "b", count: 118)),
    ])
  func names(_ name: String, _ expected: String) {
    #expect(FileName(name).attempt(1) == expected)
    #expect(FileName(name).attempt(2) != expected)
  }
}
