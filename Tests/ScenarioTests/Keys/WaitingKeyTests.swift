import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI
@testable import Composer

@Suite("Keys that wait for suggestions", .serialized)
struct WaitingKeyTests {
  private func started(
    isPlain: Bool = false, latency: Duration = .seconds(1), talks: Bool = false
  ) async throws -> Scenario {
    let mia = try await Scenario(isPlain: isPlain)
    if talks {
      for place: ChannelID in ["offtopic", "general"] { try await mia.say("talk", by: "ana", in: place) }
    }
    await mia.start()
    await mia.slow(latency)
    return mia
  }

  /// Sends keys in a single read.
  private func read(_ keys: String, in mia: Scenario) async {
    mia.terminal.press(keys)
    await mia.settle()
  }

  private func goesOn(_ mia: Scenario) async {
    for _ in 0..<6 { await mia.wait(.seconds(1)) }
    await mia.noFaults()
  }

  @Test("Tab and Enter in one read send the mention, as they do one by one", arguments: [false, true])
  func oneRead(isPlain: Bool) async throws {
    let mia = try await started(isPlain: isPlain)
    await read("s l o w Space @ a n a Tab Enter", in: mia)
    #expect(try await mia.said().isEmpty)
    await goesOn(mia)
    let message = try #require(try await mia.said().last)
    #expect(message.text.hasPrefix("slow Ana García") && message.mentionedUsers == ["ana"], "\(message)")
    #expect(mia.draft() == nil)
  }

  @Test("Enter waits for a choice that was moved before it was known")
  func movedChoice() async throws {
    let mia = try await started()
    await read("@ a Down Enter Enter", in: mia)
    await goesOn(mia)
    let message = try #require(try await mia.said().last)
    #expect(message.mentionedUsers.count == 1, "\(message)")
  }

  @Test("Text typed meanwhile is shown and saved at once, after the suggestion")
  func typesOn() async throws {
    let mia = try await started()
    await mia.type("@ana", keys: "Tab")
    await mia.type(" hi")
    #expect(mia.line == "@ana hi|" && mia.draft()?.text == "@ana hi", "\(mia.picture)")
    await mia.keys("Enter", .line("@ana hi|"), .status("looking…"))
    await goesOn(mia)
    #expect(try await mia.said().map(\.text) == ["Ana García hi"])
  }

  @Test("All keys keep their order, and each message its channel")
  func order() async throws {
    let mia = try await started(talks: true)
    await read("@ a n a Tab Enter s e c o n d C-b x Enter M-2 y o Enter M-1", in: mia)
    for _ in 0..<4 { await goesOn(mia) }
    let general = try await mia.said()
    #expect(general.map(\.text) == ["talk", "Ana García ", "seconxd"], "\(mia.picture)")
    #expect(general.dropFirst().first?.mentionedUsers == ["ana"])
    let offtopic = try await mia.said(in: "offtopic")
    #expect(offtopic.map(\.text) == ["talk", "yo"])
  }

  @Test(
    "Past the limit it says so, sends nothing, and the text is in the draft", arguments: [false, true])
  func bound(isPlain: Bool) async throws {
    let mia = try await started(isPlain: isPlain, latency: .seconds(60))
    await read("s l o w Space @ a n a Tab Enter o n e Enter M-2 t w o Enter", in: mia)
    await mia.wait(AwaitedAnswer.timeLimit - .milliseconds(1))
    #expect(mia.draft()?.text == "slow @ana")
    let told = await mia.hearing { await mia.wait(.milliseconds(1)) }
    if isPlain {
      #expect(told.last == "Warning: @ana: no answer yet; nothing was sent")
    } else {
      #expect(mia.foot.contains("@ana: no answer yet; nothing was sent"), "\(mia.picture)")
    }
    #expect(mia.draft()?.text == "slow @ana\none\ntwo")
    await mia.noFaults()
    await goesOn(mia)
    #expect(try await mia.said().isEmpty)
    #expect(mia.draft()?.text == "slow @ana\none\ntwo", "a late answer changes nothing")
  }

  @Test("For an unknown name, or offline, it says so and sends nothing")
  func nobody() async throws {
    let mia = try await started()
    await read("@ z z z Tab Enter", in: mia)
    await goesOn(mia)
    #expect(try await mia.said().isEmpty && mia.line == "@zzz|", "\(mia.picture)")
    #expect(mia.foot.contains("@zzz: nobody by that name; nothing was sent"), "\(mia.picture)")
    await mia.keys("Enter")
    #expect(try await mia.said().map(\.text) == ["@zzz"], "whoever has read it can send it")
  }

  @Test("A step back ends the wait at once and keeps the text", arguments: ["Esc", "C-g", "C-c"])
  func stepBack(_ key: String) async throws {
    let mia = try await started(latency: .seconds(60))
    await read("@ a n a Tab Enter m o r e", in: mia)
    await mia.keys(key)
    #expect(mia.draft()?.text == "@ana\nmore", "\(mia.picture)")
    #expect(!mia.status.contains("looking…"))
    await mia.noFaults()
    #expect(try await mia.said().isEmpty)
    await mia.keys("C-e", type: "!")
    #expect(mia.draft()?.text == "@ana\nmore!", "keys are not held any more")
  }

  @Test(
    "Ending the program during a wait keeps all typed text",
    arguments: [TerminalEvent.terminate, .hangUp])
  func ends(_ event: TerminalEvent) async throws {
    let mia = try await started(latency: .seconds(60))
    await read("@ a n a Tab Enter m o r e", in: mia)
    mia.terminal.send(event)
    await mia.settle()
    for _ in 0..<4 { await mia.wait(.seconds(60)) }
    #expect(try await mia.store.drafts().map(\.content.text) == ["@ana\nmore"])
  }

  @Test("A command waits for its path to be completed")
  func path() async throws {
    let mia = try await started(latency: .zero)
    mia.terminal.type("/attach /home/mia/no")
    mia.terminal.press("Tab Enter")
    await mia.settle()
    #expect(mia.shows("notes.txt") && mia.line.hasPrefix("|"), "\(mia.picture)")
  }

  @Test("Waiting keys never act in another place", arguments: [true, false])
  func otherPlace(hasAnswer: Bool) async throws {
    let mia = try await started()
    await mia.go(to: "offtopic")
    await mia.type("careful")
    await mia.go(to: "general")
    await read("@ a n a Tab Enter", in: mia)
    // The answer has arrived, and the waiting keys would be handled in the next turn.
    if hasAnswer { mia.app.channel?.composer.answer.end() }
    await mia.go(to: "offtopic")
    await goesOn(mia)
    #expect(try await mia.said(in: "offtopic").isEmpty)
    #expect(try await mia.said().isEmpty)
    #expect(mia.draft(in: "offtopic")?.text == "careful" && mia.draft(in: "general")?.text == "@ana")
  }

  @Test("Waiting keys never act in a thread that opens meanwhile")
  func thread() async throws {
    let mia = try await Scenario()
    let parent = try await mia.say("shall we?", by: "ana")
    let key = DraftKey(channelId: "general", parentId: parent.id)
    await mia.start()
    mia.app.go(to: .thread(key, reply: nil))
    await mia.settle()
    await mia.type("careful", keys: "C-x 0")
    await mia.slow(.seconds(1))
    await read("@ a n a Tab Enter", in: mia)
    mia.app.channel?.composer.answer.end()
    mia.app.go(to: .thread(key, reply: nil))
    await mia.settle()
    await goesOn(mia)
    #expect(try await mia.said(under: parent.id).isEmpty)
    #expect(try await mia.said().count == 1)
  }
}
