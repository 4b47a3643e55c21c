import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine
import TerminalScreen

extension App {
  /// Starts the tour; restarts it if it is already running.
  public func beginTour() {
    guard connectionSwitch != nil else {
      return say(Notice("The tour goes offline, which this service cannot do", .warning))
    }
    tour = Tour()
    inbox.wake()
  }

  func leaveTour() {
    guard tour != nil else { return say(Notice("There is no tour; /tour begins one")) }
    tour = nil
    say(Notice("You left the tour; /tour begins it again"))
  }

  /// Updates the tour with the current state.
  func walkTour() {
    guard var walked = tour else { return }
    walked.see(sight(for: walked))
    guard walked.isOver else { return tour = walked }
    tour = nil
    say(Notice("Sent, once. That was the tour; \(keys(of: .global(.help))) lists all keys", .good))
  }

  /// The tour's current instruction; empty if there is no tour.
  var guide: String {
    guard let tour else { return "" }
    return tour.words(
      sight(for: tour), key: keys(of:),
      name: { [placeNames] in placeNames.name(of: $0) },
      showsList: narrator == nil && !sidebar.isHidden && ScreenLayout.hasSidebar(terminal.size))
  }

  private func sight(for tour: Tour) -> Tour.Sight {
    var sight = Tour.Sight()
    sight.channel = channel?.composer.key.channelId
    sight.last = lastChannel
    if let composer = channel?.composer {
      sight.isSuggesting =
        composer.suggesting.map { $0.trigger.subject == .person && $0.choice != nil } ?? false
      sight.hasMention = composer.draft.mentionSpans.contains { span in
        guard case .user(userId: _) = span.target else { return false }
        return true
      }
      // Typing a command does not count as text in the composer.
      sight.isComposerEmpty = composer.isEmpty || composer.text.utf8.first == UInt8(ascii: "/")
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
