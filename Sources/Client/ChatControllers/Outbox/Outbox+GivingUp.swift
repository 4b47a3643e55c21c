import ChatDomain

extension Outbox {
  /// Gives up all work in a channel that is not being requested just now; its words go into the history.
  func giveUp(everythingIn channel: ChannelID) async {
    do throws(OutboxError) { try await loadFirst() } catch {
      // What cannot be read cannot be given up, and waits with the store.
      return
    }
    let known = queue.entries(in: channel).filter { !worker.isUnderWay($0) }
    guard !known.isEmpty else { return }
    // Looked at before they are dropped: the history is made of them.
    let history = addToHistory(known)
    await entries.writer.write(entries.drop(known) + history)
    worker.scheduleTakeBackTimer()
  }
}
