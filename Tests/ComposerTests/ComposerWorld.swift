import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine
import InMemoryService
import TerminalScreen
import Testing

@testable import Composer

/// A composer in `#general` of an in-memory service, with simulated keys and a clock that stands still.
final class ComposerWorld {
  static let general = DraftKey(channelId: "general")

  let clock: ManualClock
  let service: InMemoryChatService
  let device: InMemoryDevice
  let client: ChatClient
  let context: RecordingContext
  let killRing = KillRing()
  /// Nil with Emacs keys.
  let vi: ViSession?
  let composer: Composer

  var draft: MessageDraft { composer.draft }
  /// What the composer shows.
  var state: ComposerState { composer.state(destination: "#general") }
  var popup: PopupState? { composer.completion.popup?.state }

  init(
    store: InMemoryStore = InMemoryStore(), key: DraftKey = general, isStarted: Bool = false,
    style: KeyStyle = .emacs, configuration: ServiceConfiguration = ServiceConfiguration()
  ) async throws {
    let clock = ManualClock()
    let service = InMemoryChatService(clock: clock, configuration: configuration)
    for (id, name) in [("me", "Mia Me"), ("alex_d", "Alex Dunn"), ("ben", "Ben")] {
      await service.add(User(id: UserID(id), name: name))
    }
    let device = await service.device(user: "me", id: "desk")
    _ = try await device.createChannel(
      NewChannel(id: "general", name: "general", type: .group, members: ["alex_d", "ben"]))
    self.clock = clock
    self.service = service
    self.device = device
    client = ChatClient(service: device, store: store, clock: clock)
    if isStarted { try await client.start() }
    context = RecordingContext(client, style: style)
    vi = style == .vi ? ViSession(killRing: killRing) : nil
    composer = Composer(
      draft: try client.messageDraft(for: key, channelType: .group), context: context, killRing: killRing,
      vi: vi)
  }

  /// A world with this draft: `[Ann]` is a mention of "ann", `|` the caret, `^` the mark.
  convenience init(_ notation: String) async throws {
    try await self.init()
    try set(notation)
  }

  func set(_ notation: String) throws {
    let start = ComposerNotation(reading: notation)
    try draft.apply(
      DraftTransaction(
        changes: [TextChange(0..<draft.text.utf8.count, start.text)], adding: start.mentions,
        origin: .restore))
    draft.utf8Caret = start.caret
    if let mark = start.mark {
      draft.utf8Caret = mark
      composer.perform(.setMark)
      draft.utf8Caret = start.caret
    }
  }

  /// The current draft, in the same notation.
  var shown: String {
    ComposerNotation(
      text: draft.text, mentions: draft.mentionSpans, caret: draft.utf8Caret,
      mark: composer.editor.selection.mark,
      selectedMention: composer.editor.selection.mention
    ).written
  }

  /// Presses keys, in the notation of the key table. Quoted text is typed key by key.
  @discardableResult
  func press(_ keys: String) -> ComposerOutcome {
    var outcome = ComposerOutcome.nothing
    var pending: [KeyEvent] = []
    for token in ComposerNotation.tokens(keys) {
      if token.utf8.first == UInt8(ascii: "'") {
        for scalar in token.unicodeScalars.dropFirst().dropLast() { composer.type(String(scalar)) }
        continue
      }
      guard let key = KeyEvent(notation: token) else {
        Issue.record("\(token) is not a key")
        continue
      }
      pending.append(key)
      let areas: [KeyArea] = popup == nil ? [.composer, .global] : [.popup, .composer, .global]
      switch context.keymap.meaning(of: pending, in: areas) {
      case .unfinished: continue
      case .command(.composer(let command)): outcome = composer.perform(command)
      case .command(.popup(let command)): outcome = composer.perform(command)
      case .command(.global(.stepBack)): outcome = composer.stepBack() ? .done : .nothing
      case .command(.global(.interrupt)):
        outcome = composer.stepBack() || composer.setAside() ? .done : .nothing
      default: Issue.record("\(keys): \(pending.map(\.description)) has no meaning in the composer")
      }
      pending = []
    }
    return outcome
  }

  func message(
    _ text: String, by user: UserID = "me", under parent: MessageID? = nil
  ) async throws -> Message {
    let sender = await service.device(user: user, id: "sender")
    return try await sender.send(
      NewMessage(
        transactionId: TransactionID("t-\(user)-\(text)"), channelId: "general", parentId: parent,
        markup: text))
  }

  /// The texts of the messages on the service, oldest first.
  func said() async throws -> [String] {
    try await device.messages(MessageQuery(channelId: "general", limit: 100)).elements
      .filter { $0.kind == .regular }.map(\.text)
  }
}
