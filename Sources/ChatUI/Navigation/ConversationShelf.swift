import ChatControllers
import ChatDomain

/// Opens channels and threads, and keeps the recently opened ones: going back to one restores it as it was left.
final class ConversationShelf {
  private var conversations: [(key: DraftKey, conversation: Conversation)] = []
  private let limit = 24
  private let services: any AppServices
  private let annotations: MessageAnnotations
  private let killRing: KillRing

  init(services: any AppServices, annotations: MessageAnnotations, killRing: KillRing) {
    self.services = services
    self.annotations = annotations
    self.killRing = killRing
  }

  /// A conversation that was opened recently.
  func recent(_ key: DraftKey) -> Conversation? {
    guard let place = conversations.firstIndex(where: { $0.key == key }) else { return nil }
    let found = conversations.remove(at: place)
    conversations.insert(found, at: 0)
    return found.conversation
  }

  /// Opens a conversation and begins to load its messages.
  func open(_ source: any MessageSource, _ draft: MessageDraft) -> Conversation {
    let conversation = Conversation(
      source: source, composer: Composer(draft: draft, services: services, killRing: killRing),
      annotations: annotations, services: services)
    conversations.insert((draft.key, conversation), at: 0)
    if conversations.count > limit { conversations.removeLast() }
    conversation.loader.synchronize()
    return conversation
  }
}
