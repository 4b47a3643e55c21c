import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import Measuring

/// A draft of a given size in a running client, with a listener and other stored drafts.
final class KeystrokeDesk {
  let client: ChatClient
  let draft: MessageDraft
  let middle: Int
  /// The same text without a client: the floor.
  var document: DraftDocument
  private let listener: Listener

  init(bytes: Int, drafts: Int = 1) async throws {
    let service = InMemoryChatService(clock: ManualClock())
    let ann = await service.device(user: "ann", id: "desk")
    let channels = (0..<drafts).map { NewChannel(id: ChannelID("channel-\($0)"), type: .group) }
    try await service.load(channels, createdBy: "ann", at: Timestamp(seconds: 1_600_000_000))
    client = ChatClient(service: ann, store: InMemoryStore(), clock: service.clock)
    try await client.start()
    for channel in channels.dropFirst() {
      let other = try client.messageDraft(for: DraftKey(channelId: channel.id), channelType: .group)
      other.update(text: "another draft, not finished yet")
    }
    let mentions = max(1, bytes / 100)
    let manuscript = Manuscript(bytes: bytes, mentions: mentions, lines: max(1, bytes / 400), seed: 22)
    document = manuscript.document
    middle = document.middle
    draft = try client.messageDraft(for: DraftKey(channelId: channels[0].id), channelType: .group)
    draft.update(text: document.text)
    for mention in document.mentions {
      try draft.addMention(offset: mention.offset, length: mention.length, target: mention.target)
    }
    listener = Listener()
    draft.addChangeListener(listener)
    try await client.flush()
  }

  /// The number of changes that the listener received.
  var heard: Int { listener.heard }

  func type() throws { try draft.insertText(offset: middle, text: "x") }
  func takeBack() throws { try draft.removeText(offset: middle, length: 1) }

  func typePlainly() throws { try document.insertText(offset: middle, text: "x") }
  func takeBackPlainly() throws { try document.removeText(offset: middle, length: 1) }
}

/// Receives each change without requesting suggestions, as after most key presses.
private final class Listener: MessageDraftChangeListener {
  private(set) var heard = 0
  private var suggestions: (any FutureObject<[SuggestedMention]>)?

  func onChange(messageElements: [MessageElement], suggestedMentions: any FutureObject<[SuggestedMention]>) {
    heard &+= messageElements.count
    suggestions = suggestedMentions
  }
}
