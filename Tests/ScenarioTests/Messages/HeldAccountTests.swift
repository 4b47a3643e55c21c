import ChatControllers
import ChatDomain
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

/// An account that its server has suspended, locked, or wants something of first.
@Suite("An account that is held up", .serialized)
struct HeldAccountTests {
  private func hold(_ hold: AccountHold?, of you: Scenario) async {
    var faults = ServiceFaults.none
    faults.hold = hold
    await you.device("mia", "terminal").setFaults(faults)
    await you.settle()
  }

  @Test(
    "Messages wait and go out afterwards; the draft stays, and the last line says why",
    arguments: [
      (.suspended, "suspended · you can only read"), (.locked, "your account is locked"),
      (.expired, "your account has expired"), (.closed, "your account is closed"),
      (.termsNotAccepted(page: "https://a.example/terms"), "agree to the server's terms first"),
      (.serviceLimit(contact: "ann@a.example"), "the server is over its limit"),
    ] as [(AccountHold, String)])
  func waits(_ sample: (hold: AccountHold, words: String)) async throws {
    let mia = try await Scenario(columns: 100).start()
    await hold(sample.hold, of: mia)
    // Its words may be broken into two rows.
    #expect(
      mia.picture.contains("Drafts and what you send") || mia.picture.contains("wait on this device"),
      "\(mia.picture)")
    await mia.type("waits")
    #expect(mia.lastLine.contains(sample.words), "\(mia.picture)")
    await mia.keys("Enter")
    await mia.type("half a sentence")
    await mia.wait(.seconds(100))
    mia.misses("failed")
    #expect(mia.line == "half a sentence|" && mia.lastLine.contains(sample.words), "\(mia.picture)")
    #expect(try await mia.said().isEmpty)
    await hold(nil, of: mia)
    await mia.wait(.seconds(100))
    #expect(try await mia.said().map(\.text) == ["waits"])
    #expect(mia.lastLine.contains("online") && mia.line == "half a sentence|", "\(mia.picture)")
    await mia.end()
  }

  @Test("Queued messages survive a restart")
  func restarts() async throws {
    let mia = try await Scenario().start()
    await hold(.suspended, of: mia)
    await mia.enter("waits")
    try await mia.restart()
    mia.misses("failed")
    mia.sees("waits")
    await hold(nil, of: mia)
    await mia.wait(.seconds(100))
    #expect(try await mia.said().map(\.text) == ["waits"])
    await mia.end()
  }

  @Test("It is reported once, with what to do, not at each attempt")
  func once() async throws {
    let mia = try await Scenario(columns: 100).start()
    await hold(.termsNotAccepted(page: "https://a.example/terms"), of: mia)
    mia.sees("https://a.example/terms")
    await mia.enter("waits", .hides("https://a.example/terms"))
    await mia.wait(.seconds(200))
    mia.misses("https://a.example/terms")
    // Whoever asks for something else is told why that is not done.
    await mia.enter("/create plans")
    await mia.settle()
    mia.sees("https://a.example/terms")
    await mia.end()
  }

  @Test("Line mode reports it in one sentence, and its end")
  func lines() async throws {
    let mia = try await Scenario(isPlain: true).start()
    let said = await mia.hearing { await hold(.suspended, of: mia) }
    #expect(said == [ConnectionWords.held(.suspended)])
    let over = await mia.hearing { await hold(nil, of: mia) }
    #expect(over == ["online"])
    await mia.end()
  }
}
