import ChatControllers
import ChatDomain
import Composer
import DraftEngine

/// Goes from a closed channel to its replacement, and moves the draft there.
struct SuccessionActions {
  let context: AppContext
  let navigator: Navigator
  let sidebar: ChannelSidebar

  private var client: ChatClient { context.client }

  /// Asks first if the user has not joined the replacement: its members see who joins.
  func follow(from key: DraftKey) {
    guard let successor = successor(of: key.channelId) else { return context.say(.noSuccessor) }
    guard sidebar.channelList.row(for: successor) == nil else { return goOn(from: key, to: successor) }
    let text =
      key.parentId == nil
      ? "Your draft moves too." : "Your draft stays in the thread."
    context.ask(
      "Continue in the channel that replaced \(sidebar.names.name(of: key.channelId))?",
      "You will join it. " + text, yes: "join", no: "stay"
    ) { goOn(from: key, to: successor) }
  }

  private func goOn(from key: DraftKey, to successor: ChannelID) {
    let keyCount = navigator.keyCount
    context.attempt { [self] in
      if sidebar.channelList.row(for: successor) == nil {
        try await client.channelController(for: successor).join()
        await sidebar.synchronize()
      }
      // A user who has typed meanwhile stays here. The next Enter or `/follow` goes to the new channel and moves the text.
      guard navigator.go(to: successor, unlessTypedSince: keyCount) else { return }
      // The thread of a reply does not exist in the new channel.
      guard key.parentId == nil else {
        let drafts = context.key(of: .global(.drafts))
        let isBegun = client.hasDraftMessage(for: key)
        if isBegun { context.say(.draftStaysInThread(listedBy: drafts)) }
        return
      }
      try takeDraft(from: key, to: DraftKey(channelId: successor))
    }
  }

  /// The channel's successor, from the list or, if the list does not have it yet, from the service's refusal.
  private func successor(of channel: ChannelID) -> ChannelID? {
    if let successor = sidebar.channelList.row(for: channel)?.channel.successor { return successor }
    guard case .channelReplaced(let successor) = client.sendingRefusal(in: channel) else { return nil }
    return successor
  }

  /// Moves the draft. The old one is kept until the text is in the new one, so a failure loses nothing.
  private func takeDraft(from old: DraftKey, to new: DraftKey) throws {
    let former = try client.messageDraft(for: old, isTypingIndicatorTriggered: false)
    guard !former.isEmpty, former.editedMessage == nil else { return }
    let draft = try client.messageDraft(for: new, isTypingIndicatorTriggered: false)
    guard draft.isEmpty else {
      let place = sidebar.names.name(of: old.channelId)
      return context.say(.draftStays(in: place))
    }
    let parts = DiscardedDraft(former)
    if parts.hasWords {
      draft.restore(
        DraftHistoryEntry(key: new, elements: parts.elements, reason: .parked, at: client.clock.now))
    }
    client.deleteDraft(for: old)
    do throws(ChatError) {
      try parts.restoreParts(to: draft, at: client.clock.now)
      context.say(.draftMoved)
    } catch {
      context.say(.draftMovedWithoutQuote)
    }
  }
}
