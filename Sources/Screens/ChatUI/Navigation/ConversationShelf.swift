import ChatControllers
import ChatDomain
import Composer

/// Opens channels and threads, and caches the recently opened ones: going back to one restores its state.
final class ConversationShelf {
  private var conversations: [(key: DraftKey, conversation: Conversation)] = []
  private let limit = 24
  private let context: AppContext
  private let annotations: MessageAnnotations
  private let killRing: KillRing
  /// Nil with Emacs keys.
  var vi: ViSession?
  private let speller: Speller?

  init(
    context: AppContext, annotations: MessageAnnotations, killRing: KillRing, vi: ViSession?,
    speller: Speller?
  ) {
    self.context = context
    self.annotations = annotations
    self.killRing = killRing
    self.vi = vi
    self.speller = speller
  }

  /// The composers of the cached conversations.
  var composers: [Composer] { conversations.map(\.conversation.composer) }

  /// Returns a cached conversation, and marks it as the most recently used.
  func recent(_ key: DraftKey) -> Conversation? {
    guard let place = conversations.firstIndex(where: { $0.key == key }) else { return nil }
    let found = conversations.remove(at: place)
    conversations.insert(found, at: 0)
    return found.conversation
  }

  /// Drops the cached conversations of a channel, so that it is opened afresh next time.
  func forget(_ channel: ChannelID) {
    conversations.removeAll { $0.key.channelId == channel }
  }

  /// Drops the cached conversation of a thread.
  func forget(thread key: DraftKey) { conversations.removeAll { $0.key == key } }

  /// Opens a conversation and starts to load its messages.
  ///
  /// - Parameter composer: the composer of the place under its previous id; nil for a new one.
  func open(_ source: TimelineController, _ draft: MessageDraft, in composer: Composer? = nil) -> Conversation
  {
    let conversation = Conversation(
      source: source,
      composer: composer
        ?? Composer(draft: draft, context: context, killRing: killRing, vi: vi, speller: speller),
      annotations: annotations, context: context)
    conversations.insert((draft.key, conversation), at: 0)
    if conversations.count > limit { conversations.removeLast() }
    conversation.loader.synchronize()
    return conversation
  }
}
