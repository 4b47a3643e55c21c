import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI
@testable import Composer

extension RandomPerson {
  /// An incremental frame equals a full redraw of the same state.
  func checkFrame() {
    guard !isBroken, scenario.isRunning else { return }
    let screen = scenario.app.workspace.screen
    let frame = screen.frame()
    guard let state = screen.shown else { return }
    if frame != Screen.frame(of: state) {
      Issue.record("after \(keyCount) keys a frame is not the one that is drawn from nothing")
      isBroken = true
    }
    // Not every time, so that cached parts are also used by several frames in a row.
    guard keyCount.isMultiple(of: 3) else { return }
    scenario.app.sidebar.presenter.forgetRows()
    // A countdown only changes with the next tick of the clock.
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

  /// The letters in the kill ring.
  var ring: Set<Character> {
    let ring = scenario.app.killRing
    return (0..<ring.count).reduce(into: []) { $0.formUnion(ring.entry($1)?.text ?? "") }
  }

  /// Excuses the letters that a full kill ring has dropped.
  func excuseWhatTheRingForgets() {
    let now = ring
    if scenario.app.killRing.count == 60 { excused.formUnion(ringBefore.subtracting(now)) }
    ringBefore = now
  }

  /// Every letter that can still be found: in a draft, the outbox, a message, the kill ring or the history.
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

  /// No typed letter is lost.
  func checkNothingIsLost(_ replay: String) async throws {
    excuseWhatTheRingForgets()
    let found = try await findable()
    let lost = typed.filter { !found.contains($0) && !excused.contains($0) }
    if !lost.isEmpty {
      Issue.record("\(String(lost.prefix(20))) (\(lost.count) letters) lost; \(replay)")
      isBroken = true
    }
  }

  /// What is shown is stored, and it is there again after a restart.
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
