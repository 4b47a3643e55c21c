package import ChatDomain
import DraftEngine

/// Updates drafts when the messages that they reply to, quote or edit get their ids, or are edited, deleted or withdrawn.
package final class DraftReferences {
  private let tools: SyncTools
  private let registry: DraftRegistry
  private let saver: DraftSaver
  private let publisher: DraftPublisher

  init(_ tools: SyncTools, registry: DraftRegistry, saver: DraftSaver, publisher: DraftPublisher) {
    self.tools = tools
    self.registry = registry
    self.saver = saver
    self.publisher = publisher
  }

  func handle(_ change: OutboxChange) {
    switch change.outcome {
    case .done(let message?):
      follow(change.messageId, to: message)
      moveStoredHistory(from: change.messageId, to: message)
    // A withdrawn message, not another withdrawn request: the entry is the one that was to send it.
    case .withdrawn where change.messageId.rawValue == change.transactionId.rawValue:
      clearReply(to: DraftKey(channelId: change.channelId, parentId: change.messageId))
    case .done, .withdrawn, .waiting: break
    }
  }

  /// A quote shows the edited text.
  func handle(edited message: Message) {
    let quote = QuotedMessage(message)
    for draft in registry.all { draft.updateQuote { $0.updated(by: quote) } }
  }

  /// A deleted message can no longer be edited or quoted.
  func handle(_ deletion: MessageDeletedEvent) {
    for draft in registry.all where draft.key.channelId == deletion.channelId {
      draft.updateQuote { $0.updated(by: deletion) }
      if draft.apply(deletion) { post(.editLost, for: draft.key) }
    }
  }

  /// A message that was written here got its id from the service: drafts that refer to it get that id too.
  func follow(_ local: MessageID, to arrived: Message) {
    guard arrived.id != local else { return }
    for draft in registry.all where draft.key.channelId == arrived.channelId {
      draft.follow(local, to: arrived)
    }
    move(
      DraftKey(channelId: arrived.channelId, parentId: local),
      to: DraftKey(channelId: arrived.channelId, parentId: arrived.id))
  }

  /// A conversation has a channel now: everything that was written in it moves there. Where both places have words, they
  /// become one draft with the words of both.
  func settle(_ prospect: ChannelID, in channel: ChannelID) {
    for draft in registry.all where draft.key.channelId == prospect {
      draft.updateQuote { $0.moved(from: prospect, to: channel) }
      let (old, new) = (draft.key, draft.key.moved(to: channel))
      if let other = registry.kept(new), registry.kept(old) === draft {
        let since = [draft.stamp.createdAt, other.stamp.createdAt].compactMap(\.self).min()
        if !draft.isEmpty {
          let written = draft.emptyForSending()
          draft.release(written)
          other.append(written.composed)
        }
        other.stamp.createdAt = other.stamp.createdAt.map { min($0, since ?? $0) }
      }
      move(old, to: new)
    }
  }

  /// Moves the drafts and the unsaved history of a thread to its new key.
  package func move(_ old: DraftKey, to new: DraftKey) {
    saver.moveHistory(from: old, to: new)
    for draft in registry.unkeptDrafts where draft.key == old { draft.move(to: new) }
    if let draft = registry.kept(old) { move(draft, to: new) }
  }

  /// Changes under the old key are ahead of these in the backlog, and later ones use the new key. The outbox immediately writes
  /// that the message has arrived, and these changes are saved in the same batch.
  private func move(_ draft: Draft, to new: DraftKey) {
    let old = draft.key
    let removal: [StoreChange] = draft.storage.saved == nil ? [] : [.deleteDraft(old)]
    draft.storage.saved = nil
    if let other = registry.kept(new) {
      other.absorb(draft, at: tools.clock.now)
    } else {
      draft.move(to: new)
    }
    registry.rekey(draft, from: old)
    let moved = draft.latest
    tools.writer.add(removal + saver.changes(of: moved))
    saver.scheduleSave()
    post(.deleted, for: old)
    post(moved.isEmpty ? .deleted : .edited, for: new)
    if moved.needsPublishing { publisher.publishSoon(moved) }
  }

  /// Moves the stored history of a thread to its new key. The store may have texts from a time when there was no draft here, so
  /// this is written for each message.
  private func moveStoredHistory(from local: MessageID, to arrived: Message) {
    guard registry.isEnabled, arrived.id != local, arrived.parentId == nil else { return }
    tools.writer.add([
      .moveHistory(
        from: DraftKey(channelId: arrived.channelId, parentId: local),
        to: DraftKey(channelId: arrived.channelId, parentId: arrived.id))
    ])
  }

  /// The message of a thread does not exist: the text of the reply and the history move to the channel, where they can be
  /// restored.
  package func giveUpThread(_ key: DraftKey) {
    clearReply(to: key)
    guard registry.isEnabled else { return }
    let channel = DraftKey(channelId: key.channelId)
    saver.moveHistory(from: key, to: channel)
    tools.writer.add([.moveHistory(from: key, to: channel)])
    saver.scheduleSave()
  }

  /// The message was withdrawn, so it has no thread to reply in: the text of the reply goes into the history.
  private func clearReply(to key: DraftKey) {
    for draft in registry.unkeptDrafts where draft.key == key { draft.hasLostParent = true }
    guard let draft = registry.kept(key) else { return }
    draft.typing.stop()
    draft.endEdit()
    draft.clear()
    draft.hasLostParent = true
  }

  private func post(_ cause: DraftChange.Cause, for key: DraftKey) {
    tools.board.post(.draft(DraftChange(key: key, cause: cause)))
  }
}
