import ChatControllers
import ChatDomain
import Composer
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Messages: what goes with a text, and what cannot", .serialized)
struct MessagePartTests {
  @Test("A pasted path names the key that attaches its file, and the one that sends the path")
  func pastedPath() async throws {
    let mia = try await Scenario().start()
    await mia.paste(
      "/home/mia/notes.txt", .line("/home/mia/notes.txt|"),
      .notice("Tab attaches notes.txt instead; Enter sends the path as text"))
  }

  @Test(
    "More files than a message can have, and a file over the limit, are refused with the limit",
    arguments: [
      (["~/notes.txt", "~/photo.png", "/srv/film.mp4"], "A message can have at most 2 files"),
      (["/srv/film.mp4"], "The file /srv/film.mp4 is 200 kB; the limit is 100 kB"),
    ])
  func limits(_ files: [String], _ notice: String) async throws {
    let mia = try await Scenario().start()
    var limits = await mia.device("mia", "terminal").limits
    limits.filesPerMessage = 2
    limits.fileBytes = 100_000
    await mia.service.setLimits(limits)
    await mia.settle()
    for file in files { await mia.enter("/attach \(file)") }
    #expect(mia.foot.contains(notice), "\(mia.picture)")
    #expect(mia.app.focused?.composer.draft.files.count == files.count - 1, "\(mia.picture)")
  }

  @Test(
    "An address that is only a scheme, and a link over a part of a mention, are refused",
    arguments: [
      ("docs", "C-Space C-a C-x l Enter", "That address is incomplete"),
      ("@al", "Tab C-Space M-b C-x l x Enter", "A link must include the whole mention"),
    ])
  func links(_ typed: String, _ keys: String, _ notice: String) async throws {
    let mia = try await Scenario().start()
    await mia.type(typed, keys: keys, .shows("Link to"), .notice(notice))
  }

  @Test("A message whose quoted message was deleted is sent without the quoted text, and says so")
  func deletedQuote() async throws {
    let mia = try await Scenario()
    let claim = try await mia.say("a claim", by: "ana")
    await mia.start()
    await mia.keys("M-s r", type: "because")
    try await mia.device("ana").delete(claim.id, in: "general", hard: false)
    await mia.settle()
    await mia.keys("Enter", .notice("Sent; the quoted message was deleted, so its text is left out"))
    #expect(try await mia.said().last?.text == "because")
  }
}
