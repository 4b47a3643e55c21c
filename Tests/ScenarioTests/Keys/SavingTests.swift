import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Keys: saving files", .serialized)
struct SavingTests {
  /// Mia in #general, after Ana sent a file of this many bytes.
  private func got(_ names: String..., bytes: Int = 3) async throws -> Scenario {
    let mia = try await Scenario()
    let ana = await mia.device("ana")
    mia.clock.advance(by: .seconds(1))
    var files: [FileID] = []
    for name in names {
      let upload = try await ana.beginUpload(
        FileDescription(name: name, mimeType: "text/plain", size: bytes),
        transactionId: TransactionID("upload \(name)"))
      for start in stride(from: 0, to: bytes, by: 60_000) {
        let content = (start..<min(bytes, start + 60_000)).map { UInt8(truncatingIfNeeded: $0) }
        _ = try await ana.upload(content, at: start, to: upload)
      }
      files.append(try await ana.finishUpload(upload).id)
    }
    _ = try await ana.send(
      NewMessage(
        transactionId: TransactionID("send"), channelId: "general", markup: "look at this", files: files))
    return await mia.start()
  }

  private func copied(_ mia: Scenario) -> [String] {
    mia.terminal.acts.compactMap { if case .copy(let text) = $0 { text } else { nil } }
  }

  @Test(
    "A file goes to the usual folder; the notice and the message show its path, to open and copy"
  )
  func saves() async throws {
    let mia = try await got("notes.txt")
    await mia.keys("M-s >", .shows("Save notes.txt as"), .shows("> ~/Downloads/notes.txt"))
    #expect(mia.downloads.files.isEmpty)
    await mia.keys("Escape M-s Y", .notice("The file is not downloaded yet; > saves it"))
    await mia.keys("> Enter")
    #expect(mia.downloads.files == ["/home/mia/Downloads/notes.txt": [0, 1, 2]], "\(mia.picture)")
    #expect(mia.foot.contains("Saved as ~/Downloads/notes.txt"), "\(mia.picture)")
    #expect(mia.main.contains { $0.contains("→ ~/Downloads/notes.txt") }, "\(mia.picture)")
    await mia.keys("M-s Y")
    #expect(copied(mia) == ["/home/mia/Downloads/notes.txt"])
    await mia.keys("M-s o")
    #expect(mia.programs.opened == ["/home/mia/Downloads/notes.txt"] && mia.downloads.files.count == 1)
  }

  @Test("A saved file that changed is opened as it is; one that was moved is fetched again")
  func changed() async throws {
    let mia = try await got("notes.txt")
    await mia.keys("M-s >")
    await mia.keys("Enter")
    mia.downloads.write([9, 9, 9, 9, 9], to: "/home/mia/Downloads/notes.txt")
    await mia.keys("M-s o")
    #expect(mia.programs.opened == ["/home/mia/Downloads/notes.txt"])
    mia.downloads.remove("/home/mia/Downloads/notes.txt")
    await mia.keys("M-s o")
    #expect(mia.programs.opened.last == "/kept/notes.txt", "\(mia.picture)")
    mia.sees("→ /kept/notes.txt")
    mia.misses("→ ~/Downloads")
  }

  @Test(
    "Replacing a file asks first; no letter answers, and declining returns to the path")
  func replaces() async throws {
    let mia = try await got("notes.txt")
    mia.downloads.write([7], to: "/home/mia/Downloads/notes.txt")
    await mia.keys("M-s >")
    await mia.keys("Enter", .shows("Replace this file?"), .shows("~/Downloads/notes.txt"))
    await mia.wait(QuestionPanel.shortestReading)
    await mia.keys("Escape", .shows("> ~/Downloads/notes.txt"))
    #expect(mia.downloads.files == ["/home/mia/Downloads/notes.txt": [7]])
    await mia.keys("Enter")
    await mia.confirm()
    #expect(mia.downloads.files == ["/home/mia/Downloads/notes.txt": [0, 1, 2]], "\(mia.picture)")
    mia.misses("Replace this file?")
    mia.sees("Saved as")
  }

  @Test("While a file arrives the old one stays, and a file created meanwhile is not replaced")
  func arrives() async throws {
    let mia = try await got("film.mp4", bytes: 1_000_000)
    await mia.slow(.seconds(10))
    await mia.keys("M-s >")
    await mia.keys("Enter", .notice("Downloading film.mp4 0 %"))
    #expect(mia.downloads.files["/home/mia/Downloads/film.mp4"] == nil)
    mia.downloads.write([7], to: "/home/mia/Downloads/film.mp4")
    for _ in 0..<10 { await mia.wait(.seconds(5)) }
    #expect(mia.downloads.files == ["/home/mia/Downloads/film.mp4": [7]], "\(mia.picture)")
    #expect(mia.foot.contains("Not saved: film.mp4: "), "\(mia.picture)")
  }

  @Test(
    "Folders complete and keep the file name, and the next file starts in the same folder")
  func completes() async throws {
    let mia = try await got("notes.txt")
    await mia.keys("M-s >", .shows("work/"))
    await mia.keys("Tab", .shows("> ~/Downloads/notes.txt"))
    await mia.keys("Down Enter", .shows("> ~/Downloads/work/notes.txt"))
    await mia.keys("C-u", type: "~/pl", .shows("plans/"))
    await mia.keys("Tab", .shows("> ~/plans/"))
    await mia.keys("Enter")
    #expect(Array(mia.downloads.files.keys) == ["/home/mia/plans/notes.txt"], "\(mia.picture)")
    await mia.keys("M-s >", .shows("> ~/plans/notes.txt"))
  }

  @Test("If a path cannot be written it says why, and the path can be corrected")
  func refused() async throws {
    let mia = try await got("notes.txt")
    await mia.keys("M-s > C-u")
    await mia.enter("~/nowhere/notes.txt", .notice("Not saved there: there is no folder ~/nowhere"))
    mia.sees("> ~/nowhere/notes.txt")
    await mia.keys("C-u Enter", .notice("Type a path first"))
    await mia.paste(String(repeating: "x", count: 600))
    await mia.keys("Enter", .notice("The path is too long"))
    await mia.keys("C-u", type: "~/n")
    mia.downloads.fillUp()
    await mia.keys("Enter", .notice("Not saved: notes.txt: No space left on device"))
    #expect(mia.downloads.files.isEmpty)
  }

  @Test("An answer after closing the panel or changing the path saves nothing")
  func late() async throws {
    let mia = try await got("notes.txt")
    await mia.keys("M-s >")
    mia.downloads.hold()
    await mia.keys("Enter Escape")
    mia.downloads.release()
    await mia.settle()
    #expect(mia.downloads.files.isEmpty)
    mia.misses("Save notes.txt as")
    await mia.keys("M-s >")
    mia.downloads.hold()
    await mia.keys("Enter", type: "x")
    mia.downloads.release()
    await mia.settle()
    #expect(mia.downloads.files.isEmpty)
    mia.sees("> ~/Downloads/notes.txtx")
  }

  @Test("With several files a list asks for one, and a message without files says so")
  func several() async throws {
    let mia = try await got("one.txt", "two.txt")
    await mia.keys("M-s >", .shows("┌ Save "))
    await mia.keys("Down Enter", .shows("> ~/Downloads/two.txt"))
    await mia.keys("Enter")
    #expect(Array(mia.downloads.files.keys) == ["/home/mia/Downloads/two.txt"])
    try await mia.say("no file", by: "ana")
    await mia.keys("M-s G >", .shows("No file in this message"))
    await mia.keys("Y", .shows("No file in this message"))
    #expect(copied(mia).isEmpty)
  }

  @Test(
    "/save saves the last file: at once with a path, otherwise after asking where"
  )
  func command() async throws {
    let mia = try await got("notes.txt")
    try await mia.say("something else", by: "ana")
    await mia.enter("/save ~/plans")
    #expect(Array(mia.downloads.files.keys) == ["/home/mia/plans/notes.txt"], "\(mia.picture)")
    mia.misses("Save notes.txt as")
    await mia.enter("/save ~/plans/notes.txt", .shows("Replace this file?"))
    await mia.keys("Escape Escape")
    await mia.enter("/save", .shows("> ~/plans/notes.txt"))
  }
}
