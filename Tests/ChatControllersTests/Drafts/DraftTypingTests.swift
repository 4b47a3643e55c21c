import ChatDomain
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite(.watched) struct DraftTypingTests {
  /// The number of typing signals, after all of them are sent.
  private func signals(_ draft: MessageDraft, _ device: InMemoryDevice) async -> Int {
    await draft.shared.typing.settle()
    return device.requestCounts[.setTyping] ?? 0
  }

  @Test("R7: typing is signalled at most once per interval, and its end at once")
  func signalsTyping() async throws {
    let world = try await DraftWorld()
    let device = await world.device()
    let draft = try await world.client().draft()
    draft.update(text: "h")
    draft.update(text: "he")
    #expect(await signals(draft, device) == 1)
    world.clock.advance(by: .seconds(4))
    draft.update(text: "hel")
    #expect(await signals(draft, device) == 2)
    draft.update(text: "")
    #expect(await signals(draft, device) == 3)
    draft.update(text: "")
    #expect(await signals(draft, device) == 3)
  }

  enum Emptying: CaseIterable { case undo, setAside, dropWords, takeCommand, externalEditor, restore }

  @Test("R7: whatever empties the text ends typing at once", arguments: Emptying.allCases)
  func endsWhenEmpty(_ way: Emptying) async throws {
    let world = try await DraftWorld()
    let device = await world.device()
    let draft = try await world.client().draft()
    draft.update(text: "h")
    #expect(await signals(draft, device) == 1)
    switch way {
    case .undo: try draft.undo()
    case .setAside: draft.setAside()
    case .dropWords: draft.dropWords()
    case .takeCommand: draft.takeCommand()
    case .externalEditor: draft.update(text: "", origin: .externalEditor)
    case .restore:
      draft.restore(DraftHistoryEntry(key: draft.key, elements: [], reason: .cleared, at: world.clock.now))
    }
    #expect(draft.text.isEmpty)
    #expect(await signals(draft, device) == 2)
  }

  @Test("R7: text that becomes a command ends typing, also before the next signal is due")
  func endsAtCommand() async throws {
    let world = try await DraftWorld()
    let device = await world.device()
    let draft = try await world.client().draft()
    draft.isCommand = { $0.hasPrefix("/") }
    draft.update(text: "h")
    #expect(await signals(draft, device) == 1)
    draft.update(text: "/h")
    #expect(await signals(draft, device) == 2)
    world.clock.advance(by: .seconds(9))
    draft.update(text: "/he")
    #expect(await signals(draft, device) == 2)
    draft.update(text: "he")
    #expect(await signals(draft, device) == 3)
  }

  @Test("Other users see typing begin and end")
  func isSeen() async throws {
    let world = try await DraftWorld()
    let draft = try await world.client().draft()
    let events = try await world.device("theirs", user: "ana").events(after: nil)
    draft.update(text: "h")
    await draft.shared.typing.settle()
    draft.update(text: "")
    var seen: [Bool] = []
    _ = try await first(in: events) { envelope in
      guard case .typing(let event) = envelope.event else { return false }
      #expect(event.user.id == "me")
      seen.append(event.isTyping)
      return seen.count == 2
    }
    #expect(seen == [true, false])
  }

  @Test("R7: mentions, restored text, merges, external editors and undo signal no typing")
  func isQuiet() async throws {
    let world = try await DraftWorld()
    let device = await world.device()
    let draft = try await world.client().draft()
    draft.update(text: "hi Ann", origin: .externalEditor)
    try draft.addMention(offset: 3, length: 3, target: .user(userId: "ann"))
    draft.removeMention(offset: 3)
    try draft.apply(DraftTransaction(changes: [TextChange(0..<0, "oh ")], origin: .merge))
    try draft.undo()
    draft.restore(
      DraftHistoryEntry(
        key: draft.key, elements: [.plainText(text: "old")], reason: .cleared, at: world.clock.now))
    draft.files = [InputFile(name: "a", type: "b", source: .bytes([]))]
    #expect(await signals(draft, device) == 0)
    try draft.apply(DraftTransaction(changes: [TextChange(0..<0, "oh ")], origin: .paste))
    #expect(await signals(draft, device) == 1)
  }

  @Test("Public channels, and drafts with the indicator off, signal no typing")
  func isOff() async throws {
    let world = try await DraftWorld()
    let device = await world.device()
    let client = await world.client()
    let lobby = try client.draft(for: DraftWorld.lobby, type: .public)
    lobby.update(text: "hi")
    let silent = try client.messageDraft(
      for: DraftWorld.general, channelType: .group, isTypingIndicatorTriggered: false)
    silent.update(text: "hi")
    #expect(await signals(lobby, device) == 0)
    #expect(await signals(silent, device) == 0)
    let channel = await world.client("phone").channelController(for: "lobby")
    let draft = try channel.createMessageDraft()
    #expect(draft.channelType == nil)
    try await channel.synchronize()
    #expect(draft.channelType == .public)
    draft.update(text: "hi")
    #expect(await signals(draft, world.device("phone")) == 0)
  }

  @Test("Typing that ended before it was signalled is not signalled")
  func coalesces() async throws {
    let world = try await DraftWorld()
    let device = await world.device()
    let draft = try await world.client().draft()
    draft.update(text: "h")
    draft.update(text: "")
    #expect(await signals(draft, device) == 0)
  }

  @Test("R7: sending and leaving end typing, and a failed signal does no harm")
  func ends() async throws {
    let world = try await DraftWorld()
    let device = await world.device()
    let client = await world.client()
    try await client.start()
    let draft = try client.draft()
    draft.update(text: "hi")
    #expect(await signals(draft, device) == 1)
    try await draft.send()
    #expect(await signals(draft, device) == 2)
    draft.update(text: "more")
    #expect(await signals(draft, device) == 3)
    client.closeComposer(for: draft.key)
    #expect(await signals(draft, device) == 4)
    await device.setFaults(.offline)
    draft.update(text: "even more")
    #expect(await signals(draft, device) == 5)
    #expect(draft.text == "even more")
    try await client.stop()
  }

  @Test("Leaving ends typing even while drafts are disabled")
  func endsWithoutDrafts() async throws {
    let world = try await DraftWorld()
    let device = await world.device()
    let client = await world.client(isEnabled: false)
    let draft = try client.draft()
    draft.update(text: "hi")
    #expect(await signals(draft, device) == 1)
    client.closeComposer(for: draft.key)
    #expect(await signals(draft, device) == 2)
  }
}
