import ChatControllers
import ChatDomain
import ChatScreens

/// The user's invitations, newest first, other people's requests to join the user's channels, and the user's own requests. Each
/// answer has its own key, and declining asks first, because only the inviter can invite again.
final class InvitationsPanel: ListPanel {
  var contents: ListContents<WaitingRow>
  private(set) weak var services: (AppContext)?
  private let invitations: InvitationListController
  private let knocks: Knocking
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

  /// - Parameter answer: sends the answer to the service and reports the result.
  init(
    services: AppContext, invitations: InvitationListController, knocks: Knocking,
    answer: @escaping (Invitation, Answer) -> Void
  ) {
    self.services = services
    self.invitations = invitations
    self.knocks = knocks
    self.answer = answer
    time = RowClock(services)
    contents = ListContents(
      title: "Invitations",
      hint: services.keymap.hint(
        [(.panel(.accept), "accept and go there"), (.panel(.remove), "decline")]
          + (services.client.abilities.contains(.ignoresPeople) ? [(.panel(.ignore), "ignore")] : [])
          + [(.panel(.dismiss), "later")]))
    subscriptions.follow(invitations.changes()) { [weak self] _ in self?.becomeStale() }
    subscriptions.follow(knocks.list.changes()) { [weak self] _ in self?.becomeStale() }
    subscriptions.observe(services.client) { [weak self] in
      if case .connection(.online) = $0 { self?.pages.retry() }
    }
    loadMore()
    refresh()
  }

  func accept(_ row: WaitingRow) -> PanelOutcome {
    switch row {
    case .invitation(let id):
      guard let invitation = invitations.invitation(to: id) else { return .stay }
      answer(invitation, .accept)
      return .close
    case .visitor(let id):
      if let visitor = visitor(id) { knocks.admit(visitor) }
      return .stay
    case .knock:
      let key = services?.key(of: .panel(.remove)) ?? ""
      return .refuse("You asked, and nobody answered yet; \(key) takes it back")
    }
  }

  func remove(_ row: WaitingRow) {
    switch row {
    case .invitation(let id):
      guard let invitation = invitations.invitation(to: id) else { return }
      ask("Decline this invitation?", invitation.words, yes: "decline it") { [answer] in
        answer(invitation, .decline)
      }
    case .visitor(let id):
      guard let visitor = visitor(id) else { return }
      ask("Not let in \(visitor.user.displayName)?", visitor.words, yes: "do not let them in") { [knocks] in
        knocks.turnAway(visitor)
      }
    case .knock(let id):
      guard let knock = knock(id) else { return }
      ask("No longer ask to be let into #\(knock.channel.displayName)?", "", yes: "take it back") {
        [knocks] in
        knocks.takeBack(knock)
      }
    }
  }

  /// Declines the invitation or the request, and ignores its sender.
  func ignore(_ row: WaitingRow) {
    switch row {
    case .invitation(let id):
      guard let invitation = invitations.invitation(to: id) else { return }
      ask(
        "Ignore \(invitation.invitedBy.displayName)?",
        "The invitation is declined, and nothing of theirs is shown to you from now on.",
        yes: "decline it and ignore them"
      ) { [answer] in
        answer(invitation, .ignore)
      }
    case .visitor(let id):
      guard let visitor = visitor(id) else { return }
      ask(
        "Ignore \(visitor.user.displayName)?",
        "They are not let in, and nothing of theirs is shown to you from now on.",
        yes: "ignore them"
      ) { [knocks] in
        knocks.ignore(visitor)
      }
    case .knock: break
    }
  }

  private func ask(_ title: String, _ text: String, yes: String, act: @escaping () -> Void) {
    guard let services else { return }
    services.show(
      QuestionPanel(
        title: title, text: text, yes: yes, no: "leave it for later", keymap: services.keymap,
        clock: services.client.clock, act: act))
  }

  private func visitor(_ id: Visitor.ID) -> Visitor? { knocks.list.visitors.first { $0.id == id } }
  private func knock(_ id: ChannelID) -> Knock? { knocks.list.knocks.first { $0.id == id } }

  func close() {
    pages.stop()
    subscriptions.stop()
  }

  func loadMore() { pages.loadMore() }

  var emptyNote: String? {
    if let failure = pages.failure { return ErrorSentence.reason(failure) }
    if pages.isLoading { return "loading…" }
    return contents.query.isEmpty ? "nobody has invited you, and nobody asks to be let in" : "nothing found"
  }

  func items() -> [PanelItem<WaitingRow>] {
    FuzzyMatch(contents.query).filtered(invited + visiting + asked)
  }

  private var invited: [Candidate<WaitingRow>] {
    invitations.invitations.map { invitation in
      let detail = [
        invitation.isSpace ? "space" : nil, "from \(invitation.invitedBy.displayName)",
        invitation.channel.isEncrypted ? EncryptionSign.text + " encrypted" : nil, invitation.channel.topic,
      ]
      let row = PanelRow(
        invitation.place, detail: detail.compactMap(\.self).joined(separator: " · "),
        trailing: time.text(invitation.invitedAt))
      return Candidate(
        PanelItem(.invitation(invitation.id), row), [invitation.place, invitation.invitedBy.displayName])
    }
  }

  private var visiting: [Candidate<WaitingRow>] {
    knocks.list.visitors.map { visitor in
      let row = PanelRow(
        visitor.words, detail: visitor.reason ?? "", trailing: time.text(visitor.knockedAt))
      return Candidate(
        PanelItem(.visitor(visitor.id), row), [visitor.user.displayName, visitor.channel.displayName])
    }
  }

  private var asked: [Candidate<WaitingRow>] {
    knocks.list.knocks.map { knock in
      let row = PanelRow(
        "#\(knock.channel.displayName)",
        detail: ["asked to join", knock.reason].compactMap(\.self).joined(separator: " · "),
        trailing: time.text(knock.knockedAt))
      return Candidate(PanelItem(.knock(knock.id), row), [knock.channel.displayName])
    }
  }
}

/// A row that waits for an answer, by the user or by others.
nonisolated enum WaitingRow: Hashable {
  case invitation(ChannelID)
  case visitor(Visitor.ID)
  /// The user's own request to join.
  case knock(ChannelID)
}

nonisolated extension Invitation {
  /// "#Book club", "@Ben Okafor", the name of a space.
  var place: String {
    if isSpace { return channel.displayName }
    return channel.type == .direct ? "@\(invitedBy.displayName)" : "#\(channel.displayName)"
  }

  /// "Invited to #Book club by Ben Okafor".
  var words: String {
    let article = channel.isEncrypted ? "an encrypted" : "a"
    let what =
      switch (isSpace, channel.type) {
      case (true, _): "the \(channel.isEncrypted ? "encrypted " : "")space \(place)"
      case (false, .direct): "\(article) conversation"
      case (false, _): channel.isEncrypted ? "\(place) (encrypted)" : place
      }
    return "Invited to \(what) by \(invitedBy.displayName)"
  }
}
