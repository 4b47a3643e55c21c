import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine
import TerminalScreen

extension App {
  /// Begins the tour, from its beginning where it is going on already.
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

  /// Lets the tour see what is so now.
  func walkTour() {
    guard var walked = tour else { return }
    walked.see(sight(for: walked))
    guard walked.isOver else { return tour = walked }
    tour = nil
    say(Notice("Sent, once. That was the tour; \(keys(of: .global(.help))) lists all keys", .good))
  }

  /// What the tour asks for; empty when there is none.
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
      // A command that is being typed is not in its own way.
      sight.isComposerEmpty = composer.isEmpty || composer.text.hasPrefix("/")
    }
    if let place = tour.place {
      sight.hasDraft = client.draftMessage(for: DraftKey(channelId: place)) != nil
      sight.waiting = client.pendingWork(in: place).count
    }
    if case .offline = client.connection { sight.isOffline = true }
    return sight
  }
}
