import ChatControllers
import ChatDomain
import ChatScreens
import ChatTestSupport
import Composer
import DraftEngine
import InMemoryService
import Testing

@testable import ChatUI

@Suite struct DraftsPanelTests {
  static func open(_ world: PanelWorld) -> ListPanel<DraftSource> {
    world.open(DraftSource(context: world.context, names: world.names))
  }

  @Test("Drafts are listed newest first, with their place and attachments") func list()
    async throws
  {
    let world = try await PanelWorld()
    try world.write("older\nwith lines")
    try world.write("newer", in: PanelWorld.lobby)
    let draft = try world.draft(PanelWorld.lobby)
    draft.files = [InputFile(name: "a.txt", type: "text/plain", source: .bytes([1]))]
    let panel = Self.open(world)
    #expect(panel.texts == ["✎ newer", "✎ older with lines"])
    #expect(panel.rows.map(\.detail) == ["#lobby · 1 file", "#general"])
    _ = panel.perform(.next)
    #expect(panel.perform(.accept) == .close)
    #expect(world.context.destinations == [.channel("general")])
  }

  @Test("A thread's draft leads to its thread and names its parent") func thread() async throws {
    let world = try await PanelWorld()
    let parent = try await world.say("the question")
    let key = DraftKey(channelId: "general", parentId: parent.id)
    try world.write("a reply", in: key)
    let panel = Self.open(world)
    await world.until { panel.rows.map(\.detail) == ["#general ↳ the question"] }
    _ = panel.perform(.accept)
    #expect(world.context.destinations == [.thread(key)])
  }

  @Test("A discarded draft is restored whole, with mentions, files and quote") func undo() async throws {
    let world = try await PanelWorld()
    let quoted = try await world.say("quoted words")
    let draft = try world.draft()
    draft.update(text: " hey Alex ")
    try draft.addMention(offset: 5, length: 4, target: .user(userId: "alex"))
    try draft.addQuote(quoted)
    draft.files = [InputFile(name: "a.txt", type: "text/plain", source: .bytes([1]))]
    let before = draft.elements
    let panel = Self.open(world)
    _ = panel.perform(.remove)
    #expect(draft.isEmpty)
    #expect(panel.rows.isEmpty)
    _ = panel.perform(.restore)
    #expect(draft.elements == before)
    #expect(draft.files.map(\.name) == ["a.txt"])
    #expect(draft.quoted == QuotedMessage(quoted))
    #expect(panel.chosen == "✎ hey Alex")
  }

  @Test("A thread's draft that quotes its parent is restored with the quote") func undoInThread() async throws
  {
    let world = try await PanelWorld()
    let parent = try await world.say("the question")
    let draft = try world.draft(DraftKey(channelId: "general", parentId: parent.id))
    draft.update(text: "reply")
    try draft.addQuote(parent)
    let panel = Self.open(world)
    _ = panel.perform(.remove)
    _ = panel.perform(.restore)
    #expect(draft.text == "reply")
    #expect(draft.quoted == QuotedMessage(parent))
  }

  @Test("Undo reverts removals one by one, the last first") func undoAll() async throws {
    let world = try await PanelWorld()
    try world.write("one")
    try world.write("two", in: PanelWorld.lobby)
    let panel = Self.open(world)
    _ = panel.perform(.remove)
    _ = panel.perform(.remove)
    #expect(panel.rows.isEmpty)
    _ = panel.perform(.restore)
    #expect(panel.texts == ["✎ one"])
    _ = panel.perform(.restore)
    #expect(Set(panel.texts) == ["✎ one", "✎ two"])
  }

  @Test("After the panel is closed the text is in the history") func history() async throws {
    let world = try await PanelWorld()
    try world.write("precious")
    let panel = Self.open(world)
    _ = panel.perform(.remove)
    let notice = try #require(world.context.said.last?.text)
    #expect(notice.hasSuffix(" or the history restores it"), "\(notice)")
    panel.close()
    let entries = try await world.client.draftHistory()
    #expect(entries.map(\.elements.text) == ["precious"])
    #expect(entries.map(\.reason) == [.cleared])
  }

  @Test("Undo after new text was written there loses neither") func undoOverOther() async throws {
    let world = try await PanelWorld()
    try world.write("first")
    let panel = Self.open(world)
    _ = panel.perform(.remove)
    try world.write("second")
    _ = panel.perform(.restore)
    #expect(try world.draft().text == "first")
    #expect(try await world.client.draftHistory().map(\.elements.text).contains("second"))
  }

  @Test("A draft parked under an edit cannot be discarded, and the reason is shown") func underEdit()
    async throws
  {
    let world = try await PanelWorld()
    let own = try await world.say("own words", by: "mia")
    try world.write("parked")
    let draft = try world.draft()
    try draft.beginEdit(own)
    let panel = Self.open(world)
    _ = panel.perform(.remove)
    #expect(world.context.said.last == Notice("Not discarded: a message is being edited there", .error))
    draft.endEdit()
    #expect(draft.text == "parked")
    _ = panel.perform(.remove)
    try draft.beginEdit(own)
    _ = panel.perform(.restore)
    #expect(world.context.said.last == Notice("Not restored: a message is being edited there", .error))
  }

  @Test("Drafts of other devices appear and disappear while the list is open") func live() async throws {
    let world = try await PanelWorld()
    try world.write("mine")
    let panel = Self.open(world)
    let phone = await world.service.device(user: "mia", id: "phone")
    let saved = try await phone.saveDraft(
      DraftContent(elements: [.plainText(text: "theirs")]), for: PanelWorld.lobby, over: 0)
    await world.until { panel.texts == ["✎ theirs", "✎ mine"] }
    #expect(panel.chosen == "✎ mine")
    try await phone.deleteDraft(for: PanelWorld.lobby, over: saved.revision)
    await world.until { panel.texts == ["✎ mine"] }
  }

  @Test("Typing filters the drafts, and undo without a removal edits the filter") func filter()
    async throws
  {
    let world = try await PanelWorld()
    try world.write("apples")
    try world.write("pears", in: PanelWorld.lobby)
    let panel = Self.open(world)
    _ = panel.type("gener")
    #expect(panel.texts == ["✎ apples"])
    _ = panel.perform(.restore)
    #expect(panel.rows.count == 2)
  }

  @Test("Without drafts a note says so, or that they are switched off") func notes() async throws {
    let world = try await PanelWorld()
    let panel = Self.open(world)
    await world.until { panel.note?.hasPrefix("no drafts") == true }
    var configuration = ClientConfiguration()
    configuration.isDraftMessagesEnabled = false
    let client = ChatClient(
      service: world.desk, store: InMemoryStore(), clock: world.clock, configuration: configuration)
    let context = RecordingContext(client)
    let off = ListPanel(
      DraftSource(context: context, names: world.names), keymap: Keymap(), context: context)
    #expect(off.note == "drafts are off")
  }

  @Test("Offline it says so once, and other devices' drafts appear when online")
  func offline() async throws {
    let world = try await PanelWorld()
    try world.write("mine")
    await world.client.publishDrafts()
    await world.goOffline()
    let panel = Self.open(world)
    await world.until { !world.context.said.isEmpty }
    for _ in 0..<5 { _ = panel.perform(.last) }
    await world.settle()
    #expect(
      world.context.said == [
        Notice("Drafts from other devices may be missing: there is no connection", .error)
      ])
    let phone = await world.service.device(user: "mia", id: "phone")
    _ = try await phone.saveDraft(
      DraftContent(elements: [.plainText(text: "theirs")]), for: PanelWorld.lobby, over: 0)
    await world.goOnline()
    await world.until { panel.rows.count == 2 }
  }
}
