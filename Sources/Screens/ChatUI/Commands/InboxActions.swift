import ChatControllers
import ChatDomain

/// Shows the inbox and performs its actions.
final class InboxActions {
  private let inbox: InboxController
  private let services: AppContext
  private let navigator: Navigator
  private let names: ConversationNames
  private let invitations: InvitationActions

  init(
    services: AppContext, navigator: Navigator, names: ConversationNames, invitations: InvitationActions
  ) {
    self.services = services
    self.navigator = navigator
    self.names = names
    self.invitations = invitations
    inbox = services.client.inboxController()
    inbox.onChange = { [weak services] in services?.setNeedsFrame() }
  }

  /// The number of unread entries.
  var unreadCount: Int { inbox.unreadCount }

  /// Loads the inbox, for the unread count.
  func synchronize() async {
    guard services.client.abilities.contains(.keepsInbox) else { return }
    do throws(ChatError) { try await inbox.synchronize() } catch {
      // It is loaded again once there is a connection.
      return
    }
  }

  func showAll() {
    services.show(
      InboxPanel(services: services, inbox: inbox, names: names) { [weak self] in self?.perform($1, on: $0) })
  }

  private func perform(_ act: InboxPanel.Act, on item: InboxItem) {
    switch act {
    case .go: go(to: item)
    case .answer:
      go(to: item)
      answer(item)
    case .markRead: markRead(item)
    case .accept:
      guard case .invitation(let invitation) = item.content else { return }
      invitations.accept(invitation)
    case .decline:
      guard case .invitation(let invitation) = item.content else { return }
      invitations.decline(invitation)
    }
  }

  private func go(to item: InboxItem) {
    guard let message = item.message else { return }
    services.go(to: Destination(of: message))
    markRead(item)
  }

  /// Quotes the message in the composer of its place, keeping the text there.
  private func answer(_ item: InboxItem) {
    guard let message = item.message, let composer = navigator.focused?.composer,
      composer.draft.key.channelId == message.channelId
    else { return }
    do { try composer.related.quote(message) } catch {
      services.say("It cannot be quoted", because: error)
    }
  }

  private func markRead(_ item: InboxItem) {
    guard !item.isRead else { return }
    services.attempt { [inbox] in try await inbox.markRead([item.id]) }
  }
}
