import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

extension RandomPerson {
  /// What is drawn over the frame before is what is drawn from nothing, whatever has happened between them.
  func checkFrame() {
    guard !isBroken, scenario.isRunning else { return }
    let screen = scenario.app.workspace.screen
    let frame = screen.frame()
    guard let state = screen.shown else { return }
    if frame != Screen.frame(of: state) {
      Issue.record("after \(keyCount) keys a frame is not the one that is drawn from nothing")
      isBroken = true
    }
    // Not always, so that frames with kept parts follow each other.
    guard keyCount.isMultiple(of: 3) else { return }
    scenario.app.sidebar.presenter.forgetRows()
    // The seconds that are left to take something back go on when the clock next ticks.
    if scenario.client.delayedWork.isEmpty {
      for conversation in scenario.app.workspace.navigator.open { conversation.refresh() }
    }
    let anew = screen.frame()
    guard anew != frame, let other = screen.shown else { return }
    Issue.record(
      """
      after \(keyCount) keys a frame with kept rows is not the one that is made anew: \
      \(differences(state, other)) \(zip(frame.grid.lines, anew.grid.lines).filter { $0 != $1 })
      """)
    isBroken = true
  }

  private func differences(_ one: ScreenState, _ other: ScreenState) -> [String] {
    zip(Mirror(reflecting: one).children, Mirror(reflecting: other).children).compactMap { one, other in
      String(describing: one.value) == String(describing: other.value) ? nil : one.label
    }
  }

  /// What the kill ring has.
  var ring: Set<Character> {
    let ring = scenario.app.killRing
    return (0..<ring.count).reduce(into: []) { $0.formUnion(ring.entry($1)?.text ?? "") }
  }

  /// What went out of a full kill ring is gone, as with every kill ring.
  func excuseWhatTheRingForgets() {
    let now = ring
    if scenario.app.killRing.count == 60 { excused.formUnion(ringBefore.subtracting(now)) }
    ringBefore = now
  }

  /// Every letter that a person can still find: in a draft, the outbox, a message, the kill ring or the history.
  func findable() async throws -> Set<Character> {
    var found = ring
    let app = scenario.app
    for conversation in [app.channel, app.thread].compactMap(\.self) {
      found.formUnion(conversation.composer.draft.text)
      found.formUnion(conversation.composer.draft.leftEdit?.elements.text ?? "")
    }
    for draft in scenario.client.draftMessages() { found.formUnion(draft.text) }
    for draft in try await scenario.store.drafts() {
      found.formUnion(draft.content.text)
      found.formUnion(draft.edit?.elements.text ?? "")
    }
    for entry in try await scenario.client.draftHistory(limit: .max) { found.formUnion(entry.elements.text) }
    for entry in try await scenario.store.outbox() { found.formUnion(entry.message.text) }
    for channel: ChannelID in ["general", "offtopic"] { try await add(messagesOf: channel, to: &found) }
    let direct = try await scenario.device("mia", "reader").directChannel(with: "alex").id
    try await add(messagesOf: direct, to: &found)
    return found
  }

  private func add(messagesOf channel: ChannelID, to found: inout Set<Character>) async throws {
    let device = await scenario.device("mia", "reader")
    var query = MessageQuery(channelId: channel, position: .oldest, limit: 100)
    while true {
      let page = try await device.messages(query)
      for message in page.elements {
        found.formUnion(message.text)
        guard message.threadInfo != nil else { continue }
        let thread = MessageQuery(channelId: channel, parentId: message.id, position: .oldest, limit: 100)
        for reply in try await device.messages(thread).elements { found.formUnion(reply.text) }
      }
      guard let next = page.next else { return }
      query.position = .after(next)
    }
  }

  /// Nothing that was typed is gone.
  func checkNothingIsLost(_ replay: String) async throws {
    excuseWhatTheRingForgets()
    let found = try await findable()
    let lost = typed.filter { !found.contains($0) && !excused.contains($0) }
    if !lost.isEmpty {
      Issue.record("\(String(lost.prefix(20))) (\(lost.count) letters) lost; \(replay)")
      isBroken = true
    }
  }

  /// What is shown is what is kept, and it is there again when the program comes back.
  func checkDraftsAreKept(_ replay: String) async throws {
    let shown = texts(of: scenario.client.draftMessages())
    let kept = try await scenario.store.drafts().filter { !$0.content.isEmpty || !$0.inputFiles.isEmpty }
    let keptTexts = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.content.text) })
    if shown != keptTexts {
      Issue.record("shown \(shown), kept \(keptTexts); \(replay)")
      isBroken = true
    }
    try await comeBack()
    await calmDown()
    let again = texts(of: scenario.client.draftMessages())
    if shown != again {
      Issue.record("before \(shown), after a restart \(again); \(replay)")
      isBroken = true
    }
  }

  private func texts(of drafts: [DraftMessage]) -> [DraftKey: String] {
    Dictionary(uniqueKeysWithValues: drafts.map { ($0.key, $0.text) })
  }
}
