import ChatControllers
import ChatDomain
import ChatScreens

/// Goes on where the last session stood, and saves where this one stands.
final class SessionRestoration {
  /// Whether the user chose to work without a connection.
  private(set) var isOfflineChosen = false
  /// Whether the first place was looked for since the start.
  private var hasLooked = false
  private let services: any AppServices
  private let notices: NoticeLine
  private let navigator: Navigator
  private let sidebar: ChannelSidebar
  private let connection: (any ConnectionSwitch)?

  init(
    services: any AppServices, notices: NoticeLine, navigator: Navigator, sidebar: ChannelSidebar,
    connection: (any ConnectionSwitch)?
  ) {
    self.services = services
    self.notices = notices
    self.navigator = navigator
    self.sidebar = sidebar
    self.connection = connection
  }

  /// Restores what does not depend on the service, and has to stand before it is asked for anything.
  func restore(_ last: SessionState) async {
    sidebar.folded = Set(last.foldedSections.compactMap { SidebarSection(name: $0) })
    sidebar.chosenSpace = last.chosenSpace
    navigator.earlyInput.inherit(from: last)
    guard last.isOffline, let connection else { return }
    isOfflineChosen = true
    await connection.setOffline(true)
    // Where that is only assumed, it was said with the damage that hides it.
    guard !last.isOfflineAssumed, services.isLineMode || !isWarned else { return }
    services.say(Notice("Offline, as you left it; /online connects", .warning))
  }

  /// Whether a warning stands in the last line, where the next notice would replace it. The status says that the session is offline.
  private var isWarned: Bool { notices.current.map { [.warning, .error].contains($0.tone) } ?? false }

  /// Opens the place of the last session or, if there is none any more, the channel with the latest message.
  ///
  /// - Parameter isLastTry: whether the search ends here even if nothing is found. Until it ends, what is typed goes along to
  ///   the first place.
  func openFirstPlace(isLastTry: Bool) async {
    defer { if isLastTry || !navigator.isNowhere { endLooking() } }
    let last = services.client.session
    if let id = last.openChannel, await isThere(id) {
      // Before the channel: a thread that opened later would take the keys away from it.
      let parent = await parentOfLastThread()
      await loadDraft(for: DraftKey(channelId: id, parentId: last.isInThread ? parent : nil))
      guard mayOpen else { return }
      // Only now it is certain where what was typed meanwhile belongs.
      navigator.earlyInput.move {
        navigator.openChannel(id)
        navigator.channel?.readTracker.keepMark()
        if let parent {
          navigator.openThread(under: parent, in: id)
          if !last.isInThread { navigator.focus(on: .channel) }
        }
      }
    } else if mayOpen, let first = sidebar.liveliest {
      // They belong where it was, which is not known to be gone.
      let hasBegun = last.hasEarlyWords || last.hasEarlyFiles || navigator.earlyInput.hasInputToMove
      if hasBegun, last.openChannel != nil, !isListKnown { return }
      await loadDraft(for: DraftKey(channelId: first))
      guard mayOpen else { return }
      navigator.earlyInput.move { navigator.go(to: .channel(first)) }
    }
  }

  /// What another device wrote in a place is there before words that were typed early are put beside it.
  private func loadDraft(for key: DraftKey) async {
    guard services.client.session.hasEarlyWords || navigator.earlyInput.share != .nothing else { return }
    do throws(ChatError) {
      try await services.client.loadDraft(for: key)
    } catch {
      // Without an answer they go there all the same; what comes later is merged.
    }
  }

  /// Whether nobody went somewhere meanwhile. Words that were typed before the first place was known go along with it;
  /// who is in no channel and has begun to write is not taken away in the middle of a word.
  private var mayOpen: Bool {
    guard navigator.isNowhere else { return false }
    if navigator.earlyInput.isPlaceAwaited { return navigator.earlyInput.share != .mixed }
    return navigator.channel?.composer.draft.isEmpty != false
  }

  private var isListKnown: Bool { sidebar.channelList.hasLoadedAllChannels }

  /// Whoever is in no channel stays there only if there is none: which it is cannot be known before the list is loaded.
  private func endLooking() {
    hasLooked = true
    guard !navigator.isNowhere || isListKnown else { return }
    navigator.earlyInput.stopAwaitingPlace()
    guard navigator.isNowhere else { return }
    var session = services.client.session
    session.hasEarlyWords = false
    session.hasEarlyFiles = false
    services.client.keep(session)
  }

  /// The first channel has come, where there was none: goes there, if nobody has begun to write.
  func firstChannelCame() {
    guard hasLooked, mayOpen, sidebar.liveliest != nil else { return }
    Task { await openFirstPlace(isLastTry: true) }
  }

  /// A conversation that has yet to be made is there as long as something was written in it.
  private func isThere(_ id: ChannelID) async -> Bool {
    if let partner = id.prospect { return services.client.place(with: partner) == id || !id.isProspect }
    return await sidebar.lists(id)
  }

  /// Nil if its message is gone, as all are when the demo begins anew.
  private func parentOfLastThread() async -> MessageID? {
    let client = services.client
    guard let id = client.session.openChannel, let parent = client.session.openThread else { return nil }
    do throws(ChatError) {
      return try await client.message(parent, in: id).id
    } catch {
      // Without a connection there is what is saved on this device.
      return error.isWorthRetrying ? parent : nil
    }
  }

  /// Saves where the session stands, with what is typed in the same turn.
  func save() {
    // Before a channel is open, the last session's place is still to be opened.
    guard let channel = navigator.channel, !navigator.isNowhere else { return saveEarlyInput() }
    services.client.keep(
      SessionState(
        openChannel: channel.key.channelId, openThread: navigator.thread?.key.parentId,
        isInThread: navigator.thread != nil && navigator.focus == .thread, isOffline: isOfflineChosen,
        foldedSections: Set(sidebar.folded.map(\.name)), chosenSpace: sidebar.chosenSpace,
        knockReasons: services.client.session.knockReasons))
  }

  /// Saves what waits for the last session's place.
  private func saveEarlyInput() {
    var session = services.client.session
    guard session.openChannel != nil, navigator.earlyInput.isPlaceAwaited else { return }
    navigator.earlyInput.note(in: &session)
    services.client.keep(session)
  }

  /// Connects, or goes on without a connection, as the user wishes.
  func connect(_ isOnline: Bool) {
    guard let connection else {
      return services.say(Notice("This service cannot be switched off", .warning))
    }
    isOfflineChosen = !isOnline
    Task { [services] in
      await connection.setOffline(!isOnline)
      if isOnline { services.client.retryNow() }
      services.setNeedsFrame()
    }
  }
}
