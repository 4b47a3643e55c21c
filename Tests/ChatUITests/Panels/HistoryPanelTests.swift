import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import DraftEngine
import InMemoryService
import TerminalScreen
import Testing

@testable import ChatUI

@Suite struct HistoryPanelTests {
  static func open(_ world: PanelWorld, _ scope: DraftKey? = nil) -> ListPanel<HistorySource> {
    world.open(HistorySource(context: world.context, names: world.names, scope: scope))
  }

  @Test("Rows show why and where text left a composer, the latest first") func list() async throws {
    let world = try await PanelWorld()
    try await world.send("sent words")
    try world.write("cleared words", in: PanelWorld.lobby)
    world.client.deleteDraft(for: PanelWorld.lobby)
    world.clock.advance(by: .seconds(1))
    try world.write("aside words")
    try world.draft().setAside()
    let panel = Self.open(world)
    #expect(panel.note == "loading…")
    await world.until { panel.rows.count == 3 }
    #expect(panel.texts == ["aside words", "cleared words", "sent words"])
    #expect(panel.rows.map(\.detail) == ["put aside · #general", "cleared · #lobby", "sent · #general"])
    _ = panel.type("sent")
    #expect(panel.texts == ["sent words"])
  }

  @Test("A text that left several times is listed once, with all its events")
  func once() async throws {
    let world = try await PanelWorld()
    func left(_ text: String, _ reason: DraftHistoryEntry.Reason, _ at: Int64, in key: DraftKey)
      -> StoreChange
    {
      .addHistory(
        DraftHistoryEntry(
          key: key, elements: [.plainText(text: text)], reason: reason, at: Timestamp(seconds: at)))
    }
    try await world.store.perform([
      left("twice", .cleared, 1, in: PanelWorld.general), left("other", .cleared, 2, in: PanelWorld.general),
      left("twice", .parked, 3, in: PanelWorld.general), left("twice", .cleared, 4, in: PanelWorld.general),
      left("twice", .sent, 5, in: PanelWorld.general), left("twice", .sent, 6, in: PanelWorld.lobby),
      left("e\u{301}", .sent, 7, in: PanelWorld.lobby), left("\u{E9}", .sent, 8, in: PanelWorld.lobby),
    ])
    let panel = Self.open(world, PanelWorld.general)
    await world.until { panel.rows.count == 2 }
    #expect(panel.texts == ["twice", "other"])
    #expect(panel.rows.map(\.detail) == ["sent, cleared, put aside", "cleared"])
    let all = Self.open(world)
    await world.until { all.rows.count == 5 }
    _ = panel.perform(.accept)
    #expect(try world.draft().text == "twice")
  }

  @Test("A search finds a text older than a thousand others") func search() async throws {
    let world = try await PanelWorld()
    let entries = (0..<1_000).map { number in
      DraftHistoryEntry(
        key: PanelWorld.general, elements: [.plainText(text: number == 0 ? "the needle" : "hay \(number)")],
        reason: .cleared, at: Timestamp(seconds: Int64(number)))
    }
    try await world.store.perform(entries.map { .addHistory($0) })
    let panel = Self.open(world)
    await world.until { panel.rows.count == 200 }
    _ = panel.type("needle")
    await world.until { panel.texts == ["the needle"] }
  }

  @Test("Forgetting a history is permanent and asks first") func forgetting() async throws {
    let world = try await PanelWorld()
    try await world.send("here")
    try await world.send("there", in: PanelWorld.lobby)
    let panel = Self.open(world, PanelWorld.general)
    await world.until { panel.texts == ["here"] }
    _ = panel.perform(.removeAll)
    let question = try #require(world.context.panel as? QuestionPanel)
    world.clock.advance(by: .seconds(1))
    _ = question.perform(.dismiss)
    #expect(try await world.store.draftHistory(for: nil, limit: 9).count == 2)
    _ = question.perform(.accept)
    await world.until { world.context.said.last?.text == "Erased" }
    #expect(try await world.store.draftHistory(for: nil, limit: 9).map(\.elements.text) == ["there"])
    let all = Self.open(world)
    await world.until { all.texts == ["there"] }
    _ = all.perform(.removeAll)
    let again = try #require(world.context.panel as? QuestionPanel)
    world.clock.advance(by: .seconds(1))
    _ = again.perform(.accept)
    await world.until { world.context.said.count == 2 }
    #expect(try await world.store.draftHistory(for: nil, limit: 9).isEmpty)
  }

  @Test("Forgetting one text asks first, and leaves the others") func forgettingOne() async throws {
    let world = try await PanelWorld()
    for text in ["one", "two", "one"] { try await world.send(text) }
    try await world.send("one", in: PanelWorld.lobby)
    let panel = Self.open(world)
    await world.until { panel.rows.count == 3 }
    #expect(panel.texts == ["one", "one", "two"])
    _ = panel.perform(.next)
    _ = panel.perform(.remove)
    let question = try #require(world.context.panel as? QuestionPanel)
    guard case .question(let state) = question.state else { return #expect(Bool(false)) }
    #expect(state.title == "Erase this text from the history?" && state.text.hasPrefix("“one” is erased"))
    world.clock.advance(by: .seconds(1))
    _ = question.perform(.dismiss)
    #expect(try await world.store.draftHistory(for: nil, limit: 9).count == 4)
    _ = question.perform(.accept)
    await world.until { world.context.said.last?.text == "Erased" }
    let left = try await world.store.draftHistory(for: nil, limit: 9)
    #expect(left.map(\.elements.text) == ["one", "two"] && left.first?.key == PanelWorld.lobby)
    await world.until { panel.texts == ["one", "two"] }
  }

  @Test("Every reason has a description") func reasons() {
    let words = DraftHistoryEntry.Reason.allCases.map(\.words)
    #expect(Set(words).count == words.count)
    #expect(words.allSatisfy { !$0.isEmpty })
  }

  @Test("Enter goes to the place and restores the text, and keeps the text that was there")
  func restoring() async throws {
    let world = try await PanelWorld()
    let draft = try world.draft()
    draft.update(text: "hey Alex")
    try draft.addMention(offset: 4, length: 4, target: .user(userId: "alex"))
    let before = draft.elements
    world.client.deleteDraft(for: PanelWorld.general)
    try world.write("other words")
    let panel = Self.open(world)
    await world.until { panel.rows.count == 1 }
    #expect(panel.perform(.accept) == .close)
    #expect(world.context.destinations == [.channel("general")])
    #expect(draft.elements == before)
    #expect(world.context.said.last?.text == "Restored; the text it replaced is in the history")
    let again = Self.open(world)
    await world.until { again.texts.first == "other words" }
    #expect(again.rows[0].detail == "replaced · #general")
  }

  @Test("A composer's history is its own; Tab shows all, then the drafts") func scope()
    async throws
  {
    let world = try await PanelWorld()
    try await world.send("here")
    try await world.send("there", in: PanelWorld.lobby)
    let panel = Self.open(world, PanelWorld.general)
    await world.until { panel.texts == ["here"] }
    #expect(panel.title == "History of #general")
    #expect(panel.rows[0].detail == "sent")
    _ = panel.perform(.toggle)
    await world.until { panel.texts == ["there", "here"] }
    _ = panel.perform(.toggle)
    #expect(world.context.panel is ListPanel<DraftSource>)
    _ = world.context.panel?.perform(.toggle)
    #expect(world.context.panel is ListPanel<HistorySource>)
  }

  @Test("A draft discarded in the list can be restored from the history")
  func discardedBefore() async throws {
    let world = try await PanelWorld()
    try world.write("precious")
    let drafts = world.open(DraftSource(context: world.context, names: world.names))
    world.context.show(drafts)
    _ = drafts.perform(.remove)
    _ = drafts.perform(.toggle)
    _ = world.context.panel?.perform(.restore)
    #expect(try world.draft().text == "precious")
  }

  @Test("New entries appear while the list is open, and the choice stays") func live() async throws {
    let world = try await PanelWorld()
    try await world.send("first")
    let panel = Self.open(world)
    await world.until { panel.texts == ["first"] }
    try world.write("second", in: PanelWorld.lobby)
    world.client.deleteDraft(for: PanelWorld.lobby)
    await world.until { panel.texts == ["second", "first"] }
    #expect(panel.chosen == "first")
  }

  @Test("A failing store gives a sentence") func failure() async throws {
    let world = try await PanelWorld()
    world.store.setFaults(StoreFaults(reading: .full))
    let panel = Self.open(world)
    await world.until { panel.note == "the disk is full" }
  }

  @Test("Messages sent from here are found and put into the composer, each once") func sent() async throws {
    let world = try await PanelWorld()
    for text in ["one", "two", "one"] { try await world.send(text) }
    try await world.send("elsewhere", in: PanelWorld.lobby)
    try world.write("cleared")
    world.client.deleteDraft(for: PanelWorld.general)
    var put: [String] = []
    let panel = world.open(
      SentSource(context: world.context, names: world.names, key: PanelWorld.general) {
        put.append($0.elements.text)
      })
    await world.until { panel.texts == ["one", "two"] }
    _ = panel.type("tw")
    #expect(panel.perform(.accept) == .close)
    #expect(put == ["two"])
  }

  @Test("A sent message is found beyond more unsent texts than a page") func sentLongAgo()
    async throws
  {
    let world = try await PanelWorld()
    let sent = DraftHistoryEntry(
      key: PanelWorld.general, elements: [.plainText(text: "sent")], reason: .sent, at: Timestamp(seconds: 1))
    let others = (0..<450).map { number in
      DraftHistoryEntry(
        key: PanelWorld.general, elements: [.plainText(text: "c\(number)")], reason: .cleared,
        at: Timestamp(seconds: 2 + Int64(number)))
    }
    try await world.store.perform(([sent] + others).map { .addHistory($0) })
    let panel = world.open(
      SentSource(context: world.context, names: world.names, key: PanelWorld.general) { _ in })
    await world.until { panel.texts == ["sent"] }
  }
}
