import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine
import TerminalScreen

/// Leads the user through the tour: shows each step, and goes on when it is done.
final class TourGuide {
  /// The tour in progress.
  private(set) var tour: Tour?
  private let services: any AppServices
  private let navigator: Navigator
  private let sidebar: ChannelSidebar
  private let terminal: any Terminal
  /// Whether the service can be taken offline, which is a step of the tour.
  private let canGoOffline: Bool

  init(
    services: any AppServices, navigator: Navigator, sidebar: ChannelSidebar, terminal: any Terminal,
    canGoOffline: Bool
  ) {
    self.services = services
    self.navigator = navigator
    self.sidebar = sidebar
    self.terminal = terminal
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

  /// Updates the tour with the current state.
  func update() {
    guard var updated = tour else { return }
    updated.see(sight(for: updated))
    guard updated.isOver else { return tour = updated }
    tour = nil
    let help = services.key(of: .global(.help))
    services.say(Notice("Sent, once. That was the tour; \(help) lists all keys", .good))
  }

  /// The tour's current instruction; empty if there is no tour.
  var instruction: String {
    guard let tour else { return "" }
    return tour.words(
      sight(for: tour), key: services.key(of:),
      name: { [names = sidebar.names] in names.name(of: $0) },
      showsList: !services.isLineMode && !sidebar.isHidden && ScreenLayout.hasSidebar(terminal.size))
  }

  private func sight(for tour: Tour) -> Tour.Sight {
    let client = services.client
    var sight = Tour.Sight()
    sight.channel = navigator.channel?.key.channelId
    sight.last = navigator.lastChannel
    if let composer = navigator.channel?.composer {
      sight.isSuggesting =
        composer.completion.popup.map { $0.trigger.subject == .person && $0.choice != nil } ?? false
      sight.hasMention = composer.draft.mentionSpans.contains { span in
        guard case .user(userId: _) = span.target else { return false }
        return true
      }
      // Typing a command does not count as text in the composer.
      sight.isComposerEmpty =
        composer.draft.text.isEmpty || composer.draft.text.utf8.first == UInt8(ascii: "/")
    }
    if let place = tour.place {
      sight.hasDraft = client.draftMessage(for: DraftKey(channelId: place)) != nil
    }
    // Wherever it is sent from: what failed for good does not wait.
    sight.waiting = sidebar.order.reduce(0) { count, id in
      count + client.pendingWork(in: id).filter { $0.failure == nil }.count
    }
    if case .offline = client.connection { sight.isOffline = true }
    return sight
  }
}
