import ChatDomain
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("The tour in line mode", .serialized)
struct PlainTourTests {
  @Test("The tour is printed")
  func tour() async throws {
    let mia = try await Scenario(isPlain: true).start()
    await mia.type("/tour")
    let begun = await mia.hearing { await mia.keys("Enter") }
    #expect(begun.last?.hasPrefix("Tour 1/6 · Type @") == true, "\(begun)")
    #expect(begun.last?.hasSuffix("; /tour off ends the tour") == true, "\(begun)")
    let next = await mia.hearing { await mia.type("@a") }
    #expect(next.last?.hasPrefix("Tour 2/6 · Tab takes") == true, "\(next)")
    #expect(next.last?.contains("/tour off") == false, "\(next)")
    await mia.keys("Tab")
    let leave = await mia.hearing { await mia.type("x") }
    #expect(!leave.contains { $0.contains("M-Down") }, "\(leave)")
    await mia.keys("C-x b")
    await mia.type("offtopic")
    let left = await mia.hearing { await mia.keys("Enter") }
    #expect(left.last?.hasSuffix("/drafts lists your draft. Type /offline and Enter") == true, "\(left)")
    await mia.type("/tour off")
    let over = await mia.hearing { await mia.keys("Enter") }
    #expect(over.contains { $0.hasPrefix("You left the tour") }, "\(over)")
  }

  @Test("A tour at startup is printed after its channel")
  func firstTour() async throws {
    let mia = try await Scenario(isPlain: true)
    mia.app.beginTour()
    await mia.start(in: nil)
    let said = mia.terminal.said
    let place = try #require(said.firstIndex { $0.hasPrefix("#") || $0.hasPrefix("@") }, "\(said)")
    let step = try #require(said.firstIndex { $0.hasPrefix("Tour 1/6") }, "\(said)")
    #expect(place < step, "\(said)")
  }
}
