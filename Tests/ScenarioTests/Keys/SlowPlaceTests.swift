import ChatControllers
import ChatDomain
import Composer
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("A slow service, and typing meanwhile", .serialized)
struct SlowPlaceTests {
  private func started() async throws -> Scenario {
    let mia = try await Scenario()
    try await mia.say("elsewhere", by: "ana", in: "offtopic")
    try await mia.say("a question", by: "ana")
    await mia.start()
    return mia
  }

  /// Repeated, because a request may depend on the answer to another one.
  private func letAnswersCome(to mia: Scenario) async {
    for _ in 1...10 { await mia.wait(.seconds(6)) }
  }

  @Test("Typing on while a channel is joined keeps the place, and a notice says how to go there")
  func joinSlowly() async throws {
    let mia = try await started()
    let ben = await mia.service.device(user: "ben", id: "other")
    _ = try await ben.createChannel(NewChannel(id: "c42", name: "plans", type: .public))
    await mia.slow(.seconds(5))
    await mia.enter("/join plans")
    await mia.type("hello")
    await letAnswersCome(to: mia)
    #expect(mia.header.hasPrefix("#general") && mia.line == "hello|", "\(mia.picture)")
    mia.sees("You joined #plans; /go goes there")
    await mia.noFaults()
    await mia.keys("C-u")
    await mia.enter("/go plans", .header("#plans"))
  }

  @Test("Typing on while a channel is left opens no other, so Enter sends nothing elsewhere")
  func leaveSlowly() async throws {
    let mia = try await started()
    await mia.keys("M-2")
    await mia.slow(.seconds(5))
    await mia.enter("/leave")
    await mia.confirm()
    await mia.type("hel")
    await letAnswersCome(to: mia)
    #expect(mia.header.hasPrefix("No channel"), "\(mia.picture)")
    await mia.enter("lo")
    #expect(try await mia.said().count == 1)
    #expect(mia.draft(in: "offtopic")?.text == "hel" && mia.draft(in: .nowhere)?.text == "lo")
  }

  @Test("Typing on while a person is looked up keeps the place, and the text for the person is a draft")
  func writeSlowly() async throws {
    let mia = try await started()
    await mia.slow(.seconds(5))
    await mia.enter("/dm ben the first words")
    await mia.type("hel")
    await letAnswersCome(to: mia)
    mia.sees("is a draft; /go goes there")
    await mia.type("lo", .header("#general"), .line("hello|"))
    await mia.noFaults()
    await mia.keys("C-u")
    await mia.enter("/dm ben", .line("the first words|"))
  }

  @Test("Letters in one batch with Enter count as typing on")
  func oneBatch() async throws {
    let mia = try await started()
    await mia.slow(.seconds(5))
    await mia.type("/dm ben hi")
    let letters = "hel".map { TerminalEvent.key(KeyEvent(.character($0))) }
    mia.terminal.send([.key(KeyEvent(.enter))] + letters)
    await letAnswersCome(to: mia)
    #expect(mia.header.hasPrefix("#general") && mia.line == "hel|", "\(mia.picture)")
  }

  @Test("In a direct conversation typing continues there, and an edited message gets none of it")
  func writeToTheSame() async throws {
    let mia = try await started()
    await mia.enter("/dm ben")
    await mia.slow(.seconds(5))
    await mia.enter("/dm ben see you")
    await mia.type("hel")
    await letAnswersCome(to: mia)
    await mia.type("lo")
    #expect(mia.app.focused?.composer.draft.text == "hello\nsee you", "\(mia.picture)")
    await mia.noFaults()
    await mia.keys("Enter")
    await mia.slow(.seconds(5))
    await mia.enter("/dm ben more")
    await mia.keys("M-s e")
    #expect(mia.app.focused?.composer.draft.editedMessage != nil, "\(mia.picture)")
    await letAnswersCome(to: mia)
    mia.sees("A message is being edited")
    #expect(mia.app.focused?.composer.draft.text == "hello\nsee you", "\(mia.picture)")
  }

  /// Mia in `#offtopic`, whose successor is `#lounge`; she has confirmed the join, which is in flight.
  private func following(_ words: String) async throws -> Scenario {
    let mia = try await started()
    _ = try await mia.device("ana").createChannel(NewChannel(id: "lounge", name: "lounge", type: .public))
    await mia.keys("M-2", type: words)
    try await mia.service.replace("offtopic", by: "lounge", author: "ana")
    await mia.settle()
    await mia.keys("Enter")
    mia.clock.advance(by: .seconds(2))
    await mia.slow(.seconds(5))
    await mia.keys("Enter")
    return mia
  }

  @Test("Typing on while following a channel keeps the place; the next Enter takes all text along")
  func followSlowly() async throws {
    let mia = try await following("half a ")
    await mia.type("tho")
    await letAnswersCome(to: mia)
    mia.sees("You joined #lounge; /go goes there")
    await mia.type("ught", .header("#offtopic"), .line("half a thought|"))
    await mia.noFaults()
    await mia.keys("Enter", .header("#lounge"), .line("half a thought|"))
    #expect(mia.draft(in: "offtopic") == nil)
  }

  @Test("Going elsewhere meanwhile wins, and the text stays where it was")
  func followFromAfar() async throws {
    let mia = try await following("half a thought")
    await mia.keys("M-1", type: "hel")
    await letAnswersCome(to: mia)
    mia.sees("You joined #lounge; /go goes there")
    await mia.type("lo", .header("#general"), .line("hello|"))
    #expect(mia.draft(in: "offtopic")?.text == "half a thought")
  }

  @Test("Going elsewhere before a channel is left wins")
  func leftFromAfar() async throws {
    let mia = try await started()
    await mia.keys("M-2")
    await mia.slow(.seconds(5))
    await mia.enter("/leave")
    await mia.confirm()
    await mia.keys("M-1", type: "hel")
    await letAnswersCome(to: mia)
    #expect(mia.header.hasPrefix("#general") && mia.line == "hel|", "\(mia.picture)")
    #expect(!mia.shows("# offtopic"))
  }
}
