import ChatDomain
import DraftEngine

extension DraftKeeper {
  func hear(_ change: OutboxChange) {
    switch change.outcome {
    case .done(let message?):
      follow(change.messageId, to: message)
      moveHistory(from: change.messageId, to: message)
    // Of a message that is withdrawn the entry is the one that was to send it.
    case .withdrawn where change.messageId.rawValue == change.transactionId.rawValue:
      loseParent(DraftKey(channelId: change.channelId, parentId: change.messageId))
    case .done, .withdrawn, .waiting: break
    }
  }

  /// The event of an own message can be faster than the answer, and whoever opens its thread comes with the new id.
  func hear(_ message: Message) {
    guard message.author.id == service.currentUser.id, let id = message.transactionId else { return }
    follow(MessageID(id.rawValue), to: message)
  }

  /// A quote shows the edited words.
  func hear(edited message: Message) {
    let quote = QuotedMessage(message)
    for state in Array(states.values) + looseStates { state.updateQuote { $0.updated(by: quote) } }
  }

  /// Nobody can edit a deleted message, or read what is quoted of it.
  func hear(_ deletion: MessageDeletedEvent) {
    for state in Array(states.values) + looseStates where state.key.channelId == deletion.channelId {
      state.updateQuote { $0.updated(by: deletion) }
      guard state.lose(deletion) else { continue }
      board.post(.draft(DraftChange(key: state.key, cause: .editLost)))
    }
  }

  /// A message that was written here got its id from the service: what speaks of it by the old one follows it.
  func follow(_ local: MessageID, to arrived: Message) {
    guard arrived.id != local else { return }
    for state in Array(states.values) + looseStates where state.key.channelId == arrived.channelId {
      state.readdress(local, to: arrived)
    }
    move(
      DraftKey(channelId: arrived.channelId, parentId: local),
      to: DraftKey(channelId: arrived.channelId, parentId: arrived.id))
  }

  /// The same place has another key now.
  func move(_ old: DraftKey, to new: DraftKey) {
    for index in history.indices where history[index].key == old { history[index].key = new }
    for state in looseStates where state.key == old { state.move(to: new) }
    if let state = states[old] { move(state, to: new) }
  }

  /// Words that left a composer in its thread are looked for under the new id. The store may have some from a time when
  /// this had no draft there, so it is told of each message.
  private func moveHistory(from local: MessageID, to arrived: Message) {
    guard isEnabled, arrived.id != local, arrived.parentId == nil else { return }
    writer.add([
      .moveHistory(
        from: DraftKey(channelId: arrived.channelId, parentId: local),
        to: DraftKey(channelId: arrived.channelId, parentId: arrived.id))
    ])
  }

  /// Whatever was written to the store under the old key stands in front of this, and what comes later asks the draft
  /// for its key. The outbox writes at once that the message has arrived, and this goes in the same batch.
  private func move(_ state: DraftState, to new: DraftKey) {
    let old = state.key
    let removal: [StoreChange] = state.kept == nil ? [] : [.deleteDraft(old)]
    state.kept = nil
    if let other = states[new] {
      other.take(over: state, at: clock.now)
    } else {
      state.move(to: new)
    }
    rekey(state, from: old)
    let moved = state.latest
    writer.add(removal + changes(of: moved))
    scheduleFlush()
    board.post(.draft(DraftChange(key: old, cause: .deleted)))
    board.post(.draft(DraftChange(key: new, cause: moved.isEmpty ? .deleted : .edited)))
    if moved.needsPublishing { publish(moved, after: configuration.draftSyncDelay) }
  }

  /// The message was withdrawn: nobody can reply to it any more, and what was written can be found again.
  private func loseParent(_ key: DraftKey) {
    for state in looseStates where state.key == key { state.hasLostParent = true }
    guard let state = states[key] else { return }
    state.typing.stop()
    state.endEdit(isSent: false)
    state.replace(with: DraftDocument(), parts: DraftParts(), origin: .restore, retiring: .cleared)
    state.hasLostParent = true
  }
}

extension DraftState {
  fileprivate func readdress(_ local: MessageID, to arrived: Message) {
    if edit?.message.id == local || leftEdit?.messageId == local {
      if edit?.message.id == local { edit?.follow(arrived) }
      if leftEdit?.messageId == local { leftEdit?.messageId = arrived.id }
      changedEdit()
    }
    if parts.quoted?.id == local {
      parts.quoted = QuotedMessage(arrived)
      changed()
    }
  }

  /// An edit that is open stays until the person lets go of it: what they type next is not meant for the draft.
  ///
  /// - Returns: whether an edit was about the message.
  fileprivate func lose(_ deletion: MessageDeletedEvent) -> Bool {
    if edit?.message.id == deletion.messageId {
      edit?.message.deletedAt = deletion.deletedAt
    } else if let left = leftEdit, left.messageId == deletion.messageId {
      leftEdit = nil
      retire(DraftDocument(elements: left.elements), because: .parked)
      changedEdit()
    } else {
      return false
    }
    return true
  }

  /// Two drafts turn out to be of one place: what finds its place empty comes in, and the words that do not are to be
  /// found again.
  fileprivate func take(over other: DraftState, at now: Timestamp) {
    if edit == nil, leftEdit == nil {
      edit = other.edit
      other.edit = nil
    }
    let (before, handed) = (kept, other.onHandover)
    other.onHandover = []
    if let stored = other.snapshot(at: now) { join(stored) }
    kept = before
    other.onHandover = handed
    other.yield(to: self)
  }
}
