import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Keys: region", .serialized)
struct RegionKeyTests {
  private func marked() async throws -> Scenario {
    let mia = try await Scenario().start()
    await mia.type("one two three")
    await mia.keys("M-b C-Space M-b", .gives("one |two three"))
    return mia
  }

  @Test("C-Space starts a visible region")
  func marks() async throws {
    let mia = try await marked()
    let region = try mia.style(of: "two three").attributes
    #expect(region != (try mia.style(of: "three").attributes), "the region ends before three")
    await mia.keys("C-g")
    #expect(try mia.style(of: "two three").attributes != region, "C-g ends it")
    #expect(mia.line == "one |two three", "and clears no text")
  }

  @Test("C-x C-x swaps caret and mark, and says if there is no mark")
  func exchange() async throws {
    let mia = try await marked()
    await mia.keys("C-x C-x", .gives("one two |three"))
    await mia.keys("C-x C-x", .gives("one |two three"))
    await mia.keys("C-x C-x C-e C-w", .gives("one |", because: "the region goes on from its other end"))
    await mia.keys("C-g C-x C-x")
    #expect(mia.status.contains("No mark is set; C-Space sets one"), "\(mia.picture)")
  }

  @Test("C-w kills the region instead of a word")
  func kill() async throws {
    let mia = try await marked()
    await mia.keys("C-w", .gives("one |three"))
    await mia.keys("C-e C-y", .gives("one threetwo |"))
  }

  @Test("M-w copies the region and keeps it")
  func copy() async throws {
    let mia = try await marked()
    await mia.keys("M-w C-e C-y", .gives("one two threetwo |"))
  }

  @Test("C-x l links the region to an address that is asked for")
  func link() async throws {
    let mia = try await marked()
    await mia.keys("C-x l")
    #expect(mia.shows("Link to") && mia.line == "> https://|")
    await mia.enter("swift.org", .hides("Link to"))
    await mia.keys("C-e Enter")
    #expect(
      try await mia.said().last?.elements.contains(
        .link(text: "two ", target: .url(url: "https://swift.org")))
        == true)
  }

  @Test("C-x l says that nothing is marked")
  func noRegion() async throws {
    let mia = try await Scenario().start()
    await mia.type("words")
    await mia.keys("C-x l")
    #expect(mia.status.contains("Mark the words first"))
  }

  @Test("Pasting an address over a region links it")
  func pasted() async throws {
    let mia = try await marked()
    await mia.paste("https://swift.org")
    #expect(mia.line.replacing("|", with: "") == "one two three")
    await mia.keys("C-e Enter")
    #expect(
      try await mia.said().last?.elements.contains(
        .link(text: "two ", target: .url(url: "https://swift.org")))
        == true)
  }
}
