import ChatDomain
import DraftEngine

extension DraftKeeper {
  /// A message that was written here got its id from the service: what speaks of it by the old one follows it.
  func follow(_ local: MessageID, to arrived: Message) {
    for state in states.values where state.key.channelId == arrived.channelId {
      state.readdress(local, to: arrived)
    }
    moveThread(
      from: DraftKey(channelId: arrived.channelId, parentId: local),
      to: DraftKey(channelId: arrived.channelId, parentId: arrived.id))
  }

  /// The draft of a thread that was begun under a message still on its way.
  private func moveThread(from old: DraftKey, to new: DraftKey) {
    guard let state = removeState(for: old) else { return }
    state.sync.timer?.cancel()
    state.sync.publication?.cancel()
    state.sync.publications += 1
    // What the store and the service have under the old key goes.
    let left = self.state(for: old)
    left.kept = state.kept
    left.sync.ancestor = state.sync.ancestor
    left.sync.isInDoubt = !state.sync.unanswered.isEmpty
    mark(left)
    if left.needsPublishing { publish(left, after: .zero) }
    for index in history.indices where history[index].key == old { history[index].key = new }
    state.kept = nil
    state.isDirty = false
    if let other = states[new] {
      // Somebody was there already by the later id.
      state.owner = nil
      if !state.isEmpty { other.putBack(state.take()) }
      if other.edit == nil, other.leftEdit == nil { other.leftEdit = state.storedEdit }
      state.moveObservers(to: other)
      other.changedEdit()
    } else {
      state.key = new
      state.typing.key = new
      let publications = state.sync.publications
      state.sync = DraftSync(pause: RetryPause(configuration))
      state.sync.publications = publications
      put(state)
      mark(state)
      if state.needsPublishing { publish(state, after: configuration.draftSyncDelay) }
    }
  }
}

extension DraftState {
  fileprivate func readdress(_ local: MessageID, to arrived: Message) {
    if edit?.message.id == local || leftEdit?.messageId == local {
      if edit?.message.id == local { edit?.message = arrived }
      if leftEdit?.messageId == local { leftEdit?.messageId = arrived.id }
      changedEdit()
    }
    if parts.quoted?.id == local {
      parts.quoted = QuotedMessage(arrived)
      changed()
    }
  }
}
