import ChatControllers
import ChatDomain
import ChatScreens
import Composer

/// Restores the state of the last session, and saves the state of this session.
final class SessionRestoration {
  /// Whether the user chose to work without a connection.
  private(set) var isOfflineChosen = false
  /// Whether the search for the first place has ended.
  private var hasLooked = false
  private let context: AppContext
  private let navigator: Navigator
  private let sidebar: ChannelSidebar
  private let connection: (any ConnectionSwitch)?

  init(
    context: AppContext, navigator: Navigator, sidebar: ChannelSidebar,
    connection: (any ConnectionSwitch)?
  ) {
    self.context = context
    self.navigator = navigator
    self.sidebar = sidebar
    self.connection = connection
  }

  /// Restores the state that does not depend on the service and is needed before the first request.
  func restore(_ last: SessionState) async {
    sidebar.folded = Set(last.foldedSections.compactMap { SidebarSection(name: $0) })
    sidebar.chosenSpace = last.chosenSpace
    navigator.earlyInput.inherit(from: last)
    guard last.isOffline, let connection else { return }
    isOfflineChosen = true
    await connection.setOffline(true)
    // If offline was only assumed because of damaged data, the notice about the damage said so.
    guard !last.isOfflineAssumed, context.isLineMode || !isWarned else { return }
    context.say(.stillOffline)
  }

  /// Whether a warning is shown, which the next notice would replace. The status line shows the offline state anyway.
  private var isWarned: Bool {
    context.notices.current.map { [.warning, .error].contains($0.tone) } ?? false
  }

  /// Opens the place of the last session or, if it no longer exists, the channel with the latest activity.
  ///
  /// - Parameter isLastTry: whether the search ends here even if nothing is found. Until it ends, typed text moves to the first
  ///   place.
  func openFirstPlace(isLastTry: Bool) async {
    defer { if isLastTry || !navigator.isNowhere { endLooking() } }
    let last = context.client.session
    if let id = last.openChannel, await isThere(id) {
      // Requested before the channel opens: a thread that opens later would take the focus.
      let parent = await parentOfLastThread()
      await loadDraft(for: DraftKey(channelId: id, parentId: last.isInThread ? parent : nil))
      guard mayOpen else { return }
      // The destination of early input is certain only now.
      navigator.earlyInput.move {
        navigator.openChannel(id)
        navigator.channel?.readTracker.keepMark()
        if let parent {
          navigator.openThread(under: parent, in: id)
          if !last.isInThread { navigator.focus(on: .channel) }
        }
      }
    } else if mayOpen, let first = sidebar.liveliest {
      // Early input belongs to the last place, which may still exist.
      let hasBegun = last.hasEarlyWords || last.hasEarlyFiles || navigator.earlyInput.hasInputToMove
      if hasBegun, last.openChannel != nil, !isListKnown { return }
      await loadDraft(for: DraftKey(channelId: first))
      guard mayOpen else { return }
      navigator.earlyInput.move { navigator.go(to: .channel(first)) }
    }
  }

  /// Loads what another device wrote in a place before early text is added to it.
  private func loadDraft(for key: DraftKey) async {
    guard context.client.session.hasEarlyWords || navigator.earlyInput.share != .nothing else { return }
    do throws(ChatError) {
      try await context.client.loadDraft(for: key)
    } catch {
      // Without an answer the early text is added too, and a later answer is merged.
    }
  }

  /// Whether the program may still open a place: the user has not navigated meanwhile. Early text moves to the first place; a
  /// user who has begun to write outside of any channel is not interrupted.
  private var mayOpen: Bool {
    guard navigator.isNowhere else { return false }
    if navigator.earlyInput.isPlaceAwaited { return navigator.earlyInput.share != .mixed }
    return navigator.channel?.composer.draft.isEmpty != false
  }

  private var isListKnown: Bool { sidebar.channelList.hasLoadedAll }

  /// Ends the search, unless no channel is open and the list that may contain one is not loaded yet.
  private func endLooking() {
    hasLooked = true
    guard !navigator.isNowhere || isListKnown else { return }
    navigator.earlyInput.stopAwaitingPlace()
    guard navigator.isNowhere else { return }
    var session = context.client.session
    session.hasEarlyWords = false
    session.hasEarlyFiles = false
    context.client.keep(session)
  }

  /// Goes to the first channel the user joins, unless the user has begun to write.
  func firstChannelCame() {
    guard hasLooked, mayOpen, sidebar.liveliest != nil else { return }
    Task { await openFirstPlace(isLastTry: true) }
  }

  /// Whether a place still exists. A conversation without a channel exists until the service has a channel for it.
  private func isThere(_ id: ChannelID) async -> Bool {
    if let partner = id.prospectivePartner { return context.client.place(with: partner) == id }
    return await sidebar.lists(id)
  }

  /// The parent of the last session's open thread; nil if it is deleted, as all messages are when the demo restarts.
  private func parentOfLastThread() async -> MessageID? {
    let client = context.client
    guard let id = client.session.openChannel, let parent = client.session.openThread else { return nil }
    do throws(ChatError) {
      return try await client.message(parent, in: id).id
    } catch {
      // Without a connection, use the message saved on this device.
      return error.isWorthRetrying ? parent : nil
    }
  }

  /// Saves the session's place together with the text typed in the same turn.
  func save() {
    // Before a channel is open, keep the last session's place: it is not open yet.
    guard let channel = navigator.channel, !navigator.isNowhere else { return saveEarlyInput() }
    context.client.keep(
      SessionState(
        openChannel: channel.key.channelId, openThread: navigator.thread?.key.parentId,
        isInThread: navigator.thread != nil && navigator.focus == .thread, isOffline: isOfflineChosen,
        foldedSections: Set(sidebar.folded.map(\.name)), chosenSpace: sidebar.chosenSpace,
        knockReasons: context.client.session.knockReasons,
        introducedDevice: context.client.session.introducedDevice))
  }

  /// Saves the input that waits for the last session's place.
  private func saveEarlyInput() {
    var session = context.client.session
    guard session.openChannel != nil, navigator.earlyInput.isPlaceAwaited else { return }
    navigator.earlyInput.note(in: &session)
    context.client.keep(session)
  }

  /// Connects, or stays offline, as the user chose.
  func connect(_ isOnline: Bool) {
    guard let connection else { return context.say(.cannotGoOffline) }
    isOfflineChosen = !isOnline
    Task { [context] in
      await connection.setOffline(!isOnline)
      if isOnline { context.client.retryNow() }
      context.setNeedsFrame()
    }
  }
}
