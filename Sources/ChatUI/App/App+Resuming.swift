import ChatControllers
import ChatDomain
import ChatScreens

/// Going on where the last session stood.
extension App {
  /// What does not depend on the service, and has to stand before it is asked for anything.
  func resume(_ last: SessionState) async {
    sidebar.folded = Set(last.foldedSections.compactMap(SidebarSection.init(rawValue:)))
    guard last.isOffline, let connectionSwitch else { return }
    isOfflineChosen = true
    await connectionSwitch.setOffline(true)
    say(Notice("Offline, as you left it; /online connects", .warning))
  }

  /// Opens the place of the last session or, if there is none any more, the channel with the latest message.
  func openFirstPlace() async {
    let last = client.session
    if let id = last.openChannel, await sidebar.lists(id) {
      // Before the channel: a thread that opened later would take the keys away from it.
      let parent = await parentOfLastThread()
      // The user may have gone somewhere meanwhile.
      guard channel == nil else { return }
      open(id)
      if let parent {
        openThread(under: parent, in: id)
        if !last.isInThread { focus = .channel }
      }
      // Only now it is certain where what was typed meanwhile belongs.
      takeEarly()
    } else if channel == nil, let first = sidebar.liveliest {
      go(to: .channel(first))
    }
  }

  /// Nil if its message is gone, as all are when the demo begins anew.
  private func parentOfLastThread() async -> MessageID? {
    guard let id = client.session.openChannel, let parent = client.session.openThread else { return nil }
    do throws(ChatError) {
      return try await client.service.message(parent, in: id).id
    } catch {
      // Without a connection there is what is kept on this device.
      return error.isWorthRetrying ? parent : nil
    }
  }

  /// Keeps where the session stands, with what is typed in the same turn.
  func keepSession() {
    // Before a channel is open, the last session's place is still to be opened.
    guard let channel else { return }
    client.keep(
      SessionState(
        openChannel: channel.composer.key.channelId, openThread: thread?.composer.key.parentId,
        isInThread: thread != nil && focus == .thread, isOffline: isOfflineChosen,
        foldedSections: Set(sidebar.folded.map(\.rawValue))))
  }
}
