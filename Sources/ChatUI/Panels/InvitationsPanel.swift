import ChatControllers
import ChatDomain
import ChatScreens

/// The channels the user is invited to, the latest invitation first. None is answered but by a key of its own, and
/// declining asks first, because only whoever invited can do so again.
final class InvitationsPanel: ListPanel {
  var contents: ListContents<ChannelID>
  private(set) weak var services: (any AppServices)?
  private let invitations: InvitationListController
  private let answer: (Invitation, Answer) -> Void
  private let time: RowClock
  private let subscriptions = PanelSubscriptions()
  var isStale = true
  private lazy var pages = NextPages { [invitations] in
    invitations.hasLoadedAllInvitations
  } load: { [invitations] () async throws(ChatError) in
    try await invitations.loadMoreInvitations()
  } onEnd: { [weak self] _ in
    self?.pageDidCome()
  }

  enum Answer { case accept, decline, ignore }

  /// - Parameter answer: tells the service, and the user what came of it.
  init(
    services: any AppServices, invitations: InvitationListController,
    answer: @escaping (Invitation, Answer) -> Void
  ) {
    self.services = services
    self.invitations = invitations
    self.answer = answer
    time = RowClock(services)
    contents = ListContents(
      title: "Invitations",
      hint: services.keymap.hint(
        [(.panel(.accept), "accept and go there"), (.panel(.remove), "decline")]
          + (services.client.abilities.contains(.ignoresPeople) ? [(.panel(.ignore), "ignore")] : [])
          + [(.panel(.dismiss), "later")]))
    subscriptions.follow(invitations.changes()) { [weak self] _ in self?.becomeStale() }
    subscriptions.observe(services.client) { [weak self] in
      if case .connection(.online) = $0 { self?.pages.retry() }
    }
    loadMore()
    refresh()
  }

  func accept(_ id: ChannelID) -> PanelOutcome {
    guard let invitation = invitations.invitation(to: id) else { return .stay }
    answer(invitation, .accept)
    return .close
  }

  func remove(_ id: ChannelID) {
    guard let services, let invitation = invitations.invitation(to: id) else { return }
    services.show(
      QuestionPanel(
        title: "Decline this invitation?", text: invitation.words, yes: "decline it",
        no: "leave it for later",
        keymap: services.keymap, clock: services.client.clock
      ) { [answer] in
        answer(invitation, .decline)
      })
  }

  /// Declines the invitation, and ignores whoever invited.
  func ignore(_ id: ChannelID) {
    guard let services, let invitation = invitations.invitation(to: id) else { return }
    services.show(
      QuestionPanel(
        title: "Ignore \(invitation.invitedBy.displayName)?",
        text: "The invitation is declined, and nothing of theirs is shown to you from now on.",
        yes: "decline it and ignore them", no: "leave it for later", keymap: services.keymap,
        clock: services.client.clock
      ) { [answer] in
        answer(invitation, .ignore)
      })
  }

  func close() {
    pages.stop()
    subscriptions.stop()
  }

  func loadMore() { pages.loadMore() }

  var emptyNote: String? {
    if let failure = pages.failure { return ErrorSentence.reason(failure) }
    if pages.isLoading { return "loading…" }
    return contents.query.isEmpty ? "nobody has invited you" : "nothing found"
  }

  func items() -> [PanelItem<ChannelID>] {
    let candidates = invitations.invitations.map { invitation in
      let by = "from \(invitation.invitedBy.displayName)"
      let row = PanelRow(
        invitation.place, detail: [by, invitation.channel.topic].compactMap(\.self).joined(separator: " · "),
        trailing: time.text(invitation.invitedAt))
      return Candidate(
        PanelItem(invitation.id, row), [invitation.place, invitation.invitedBy.displayName])
    }
    return FuzzyMatch(contents.query).filtered(candidates)
  }
}

nonisolated extension Invitation {
  /// "#Book club", "@Ben Okafor".
  var place: String {
    channel.type == .direct ? "@\(invitedBy.displayName)" : "#\(channel.displayName)"
  }

  /// "Invited to #Book club by Ben Okafor".
  var words: String {
    "Invited to \(channel.type == .direct ? "a conversation" : place) by \(invitedBy.displayName)"
  }
}
