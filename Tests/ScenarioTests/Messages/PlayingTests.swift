import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Messages without text", .serialized)
struct PlayingTests {
  private func said(_ files: [HistoricFile], _ elements: [MessageElement] = []) async throws -> Scenario {
    let mia = try await Scenario()
    let message = HistoricMessage(author: "ana", elements: elements, createdAt: mia.clock.now, files: files)
    try await mia.service.load(message, into: "general")
    await mia.start()
    return mia
  }

  @Test("A voice message shows its kind and length, also in the sidebar, and opens as a file")
  func voice() async throws {
    let mia = try await said([
      HistoricFile(
        name: "Voice message.ogg", mimeType: "audio/ogg", bytes: Array(repeating: 1, count: 34_000),
        form: .voice, duration: .seconds(72))
    ])
    mia.sees("▤ voice message, 1:12  34 kB")
    await mia.keys("M-s o")
    #expect(mia.programs.opened == ["/kept/Voice message.ogg"], "\(mia.picture)")
    await mia.keys("C-x b")
    await mia.enter("offtopic", .shows("▤ voice…"))
    await mia.end()
  }

  @Test("An own poll or sticker cannot be edited: e says so, and Up skips it")
  func notEditable() async throws {
    let mia = try await Scenario()
    try await mia.say("the words", by: "mia")
    mia.clock.advance(by: .seconds(1))
    var poll = HistoricMessage(
      author: "mia", elements: [.plainText(text: "Poll: Lunch?")], createdAt: mia.clock.now)
    poll.isEditable = false
    try await mia.service.load(poll, into: "general")
    await mia.start()
    await mia.keys("M-s e", .notice("Polls and stickers cannot be edited"))
    await mia.keys("Escape Up", .line("the words|"))
    await mia.end()
  }

  @Test(
    "A file is fetched whole and once, whatever its announced size",
    arguments: [nil, 0, 1, 299_999, 300_000_000])
  func sizes(told: Int?) async throws {
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    let mia = try await said([
      HistoricFile(name: "sea.ogg", mimeType: "audio/ogg", bytes: bytes, form: .voice, toldSize: told)
    ])
    let row = try #require(mia.main.first { $0.contains("▤ voice message") })
    #expect(["1 B", "299 kB", "300 kB", "300 MB"].contains { row.contains($0) } != (told == 0), "\(row)")
    await mia.keys("M-s o")
    #expect(mia.downloads.files == ["/kept/sea.ogg": bytes], "\(mia.picture)")
    await mia.keys("M-s o")
    #expect(mia.programs.opened == ["/kept/sea.ogg", "/kept/sea.ogg"] && mia.downloads.files.count == 1)
    await mia.end()
  }

  @Test("Stickers, videos and sounds are labelled by kind")
  func others() async throws {
    let mia = try await said([
      HistoricFile(name: "a cat", mimeType: "image/png", bytes: [1, 2], form: .sticker),
      HistoricFile(name: "sea.mp4", mimeType: "video/mp4", bytes: [1], duration: .milliseconds(9_999)),
      HistoricFile(name: "sea.ogg", mimeType: "audio/ogg", bytes: [1]),
      HistoricFile(name: "sea.png", mimeType: "image/png", bytes: [1]),
    ])
    for words in [
      "▤ sticker: a cat  2 B", "▤ video: sea.mp4, 0:09  1 B", "▤ sound: sea.ogg  1 B", "▤ sea.png  1 B",
    ] { mia.sees(words) }
    await mia.end()
  }

  @Test("A location opens by its address")
  func place() async throws {
    let address = "geo:51.5,0.1"
    let mia = try await said(
      [], [.plainText(text: "Place: Big Ben "), .link(text: address, target: .url(url: address))])
    mia.sees("Place: Big Ben geo:51.5,0.1")
    await mia.keys("M-s o")
    #expect(mia.programs.opened == [address])
    await mia.end()
  }
}
