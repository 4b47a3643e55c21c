import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine
import TerminalScreen

/// Leads the user through the tour: shows each step, and goes on when it is done.
final class TourGuide {
  /// The tour in progress.
  private(set) var tour: Tour?
  /// What the tour saw when it was last updated.
  private var seen = Tour.Sight()
  private let services: AppContext
  private let navigator: Navigator
  private let sidebar: ChannelSidebar
  /// Whether the service can be taken offline, which is a step of the tour.
  private let canGoOffline: Bool

  init(
    services: AppContext, navigator: Navigator, sidebar: ChannelSidebar,
    canGoOffline: Bool
  ) {
    self.services = services
    self.navigator = navigator
    self.sidebar = sidebar
    self.canGoOffline = canGoOffline
  }

  /// Starts the tour; restarts it if it is already running.
  func begin() {
    guard canGoOffline else {
      return services.say(Notice("The tour goes offline, which this service cannot do", .warning))
    }
    tour = Tour()
    services.setNeedsFrame()
  }

  func leave() {
    guard tour != nil else { return services.say(Notice("There is no tour; /tour begins one")) }
    tour = nil
    services.say(Notice("You left the tour; /tour begins it again"))
  }

  /// Updates the tour with the current state, before each frame.
  func update() {
    guard var updated = tour else { return }
    seen = sight(for: updated)
    updated.see(seen)
    guard updated.isOver else { return tour = updated }
    tour = nil
    let help =
      services.isLineMode ? "/help lists all commands" : "\(services.key(of: .global(.help))) lists all keys"
    services.say(
      Notice("Sent, once. That was the tour; \(help), /login opens an account of yours", .good)
    )
  }

  /// The tour's instruction as of the last update; empty if there is no tour.
  var instruction: String {
    guard let tour else { return "" }
    return tour.words(
      seen, key: services.key(of:),
      name: { [names = sidebar.names] in names.name(of: $0) },
      showsList: !services.isLineMode && !sidebar.isHidden && ScreenLayout.hasSidebar(services.terminal.size),
      isLineMode: services.isLineMode)
  }

  private func sight(for tour: Tour) -> Tour.Sight {
    let client = services.client
    var sight = Tour.Sight()
    sight.channel = navigator.channel?.key.channelId
    sight.last = navigator.lastChannel
    sight.composer = composerSight
    if let place = tour.place {
      sight.hasDraft = client.hasDraftMessage(for: DraftKey(channelId: place))
    }
    if case .offline = client.connection { sight.isOffline = true }
    // Earlier steps do not ask, and each key asks this of every channel.
    if sight.isOffline || tour.step == .send || tour.step == .online { sight.waiting = waiting }
    return sight
  }

  private var composerSight: Tour.ComposerSight {
    guard let composer = navigator.channel?.composer else { return Tour.ComposerSight() }
    let text = composer.draft.text
    return Tour.ComposerSight(
      isSuggesting: composer.completion.popup.map { $0.trigger.subject == .person && $0.choice != nil }
        ?? false,
      hasMention: composer.draft.mentionSpans.contains { span in
        guard case .user(userId: _) = span.target else { return false }
        return true
      },
      // Typing a command does not count as text in the composer.
      isEmpty: text.isEmpty || text.utf8.first == UInt8(ascii: "/"))
  }

  /// The number of messages that wait, wherever they are sent from: what failed for good does not wait.
  private var waiting: Int {
    var count = 0
    for id in sidebar.order {
      for message in services.client.pendingWork(in: id) where message.failure == nil { count += 1 }
    }
    return count
  }
}
