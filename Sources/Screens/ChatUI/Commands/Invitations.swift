import ChatControllers
import ChatDomain
import ChatScreens
import Composer

/// Shows and answers invitations. Only the user accepts or declines one.
final class InvitationActions {
  fileprivate let list: InvitationListController
  fileprivate let context: AppContext
  private let navigator: Navigator
  private let places: PlaceActions
  fileprivate let knocks: Knocking

  init(context: AppContext, navigator: Navigator, places: PlaceActions, knocks: Knocking) {
    self.knocks = knocks
    self.context = context
    self.navigator = navigator
    self.places = places
    list = InvitationListController(client: context.client)
  }

  /// The number of open invitations.
  var count: Int { list.count }

  func showAll() {
    knocks.load()
    context.showList(InvitationSource(self))
  }

  /// Loads the invitations and announces how many are open.
  func synchronize() async {
    do throws(ChatError) { try await list.synchronize() } catch {
      // The invitations are loaded again once there is a connection.
      return
    }
    guard let first = list.invitations.first else { return }
    announce(list.count == 1 ? .invited(first.words) : .invitationsWaiting(list.count))
  }

  func handle(_ notice: ClientNotice) {
    guard case .event(.invited(let invitation)) = notice else { return }
    announce(.invited(invitation.words))
  }

  /// Announces invitations. If the user is in no channel and has typed nothing, shows the list, the most likely next step.
  private func announce(_ notice: Notice) {
    guard navigator.isNowhere, navigator.focused?.composer.draft.isEmpty != false,
      navigator.panels.panel == nil
    else {
      return context.say(notice)
    }
    showAll()
  }

  /// The invitation to the channel with this name or ID, ignoring case; nil if there is none, or more than one.
  func invitation(to name: String) -> Invitation? {
    let plain = name.withoutSign("#").lowercased()
    let meant = list.invitations.filter { invitation in
      invitation.channel.type != .direct
        && [invitation.id.rawValue, invitation.channel.displayName].contains { $0.lowercased() == plain }
    }
    return meant.count == 1 ? meant[0] : nil
  }

  func accept(_ invitation: Invitation) {
    let keyCount = navigator.keyCount
    context.attempt { [self] in
      let joined = try await list.accept(invitation.id)
      await places.arrive(in: joined.id, since: keyCount)
    }
  }

  /// Declines the invitation, and ignores its sender.
  func ignore(_ invitation: Invitation) {
    context.attempt { [self] in
      try await list.decline(invitation.id)
      context.setIgnored(true, invitation.invitedBy)
    }
  }

  func decline(_ invitation: Invitation) {
    context.attempt { [self] in
      try await list.decline(invitation.id)
      context.say(.declined(invitation.place))
    }
  }
}

/// The user's invitations, newest first, other people's requests to join the user's channels, and the user's own requests. Each
/// answer has its own key, and declining asks first, because only the inviter can invite again.
final class InvitationSource: ListSource {
  let title = "Invitations and requests"
  private let actions: InvitationActions
  private let loader: ControllerPages

  init(_ actions: InvitationActions) {
    self.actions = actions
    loader = ControllerPages(actions.list)
  }

  private var invitations: InvitationListController { actions.list }
  private var knocks: Knocking { actions.knocks }
  private var context: AppContext { actions.context }
  var pages: [any ListPages] { [loader] }

  var keys: Keys {
    context.client.abilities.contains(.ignoresPeople)
      ? [.accept: "accept and go there", .remove: "decline", .ignore: "ignore", .dismiss: "later"]
      : [.accept: "accept and go there", .remove: "decline", .dismiss: "later"]
  }

  func note(for query: String) -> String {
    query.isEmpty ? "no invitations and no requests to join" : "nothing found"
  }

  func open(in list: ListPanel<InvitationSource>) {
    list.follow(invitations.subscribe)
    list.follow(knocks.list.subscribe)
    loader.loadMore()
  }

  // MARK: Keys

  func perform(_ command: PanelCommand, on row: WaitingRow) -> PanelOutcome {
    switch row {
    case .invitation(let id):
      guard let invitation = invitations.invitation(to: id) else { return .stay }
      return perform(command, on: invitation)
    case .visitor(let id):
      if let visitor = knocks.list.visitors.first(where: { $0.id == id }) { perform(command, on: visitor) }
      return .stay
    case .knock(let id):
      guard command != .accept else {
        return .refuse(.notAnsweredYet(cancelledBy: context.key(of: .panel(.remove))))
      }
      if command == .remove, let knock = knocks.list.knocks.first(where: { $0.id == id }) {
        let title = "Cancel your request to join #\(knock.channel.displayName)?"
        ask(title, "", yes: "cancel the request") { [knocks] in knocks.takeBack(knock) }
      }
      return .stay
    }
  }

  private func perform(_ command: PanelCommand, on invitation: Invitation) -> PanelOutcome {
    switch command {
    case .accept:
      actions.accept(invitation)
      return .close
    case .remove:
      ask("Decline this invitation?", invitation.words, yes: "decline") { [actions] in
        actions.decline(invitation)
      }
    case .ignore:
      ask(
        "Ignore \(invitation.invitedBy.displayName)?",
        "The invitation is declined, and you no longer see anything from them.",
        yes: "decline and ignore them"
      ) { [actions] in actions.ignore(invitation) }
    default: break
    }
    return .stay
  }

  private func perform(_ command: PanelCommand, on visitor: Visitor) {
    switch command {
    case .accept: knocks.admit(visitor)
    case .remove:
      ask("Decline the request of \(visitor.user.displayName)?", visitor.words, yes: "decline") { [knocks] in
        knocks.turnAway(visitor)
      }
    case .ignore:
      ask(
        "Ignore \(visitor.user.displayName)?",
        "Their request is declined, and you no longer see anything from them.",
        yes: "ignore them"
      ) { [knocks] in knocks.ignore(visitor) }
    default: break
    }
  }

  private func ask(_ title: String, _ text: String, yes: String, act: @escaping () -> Void) {
    context.ask(title, text, yes: yes, no: "decide later", act: act)
  }

  // MARK: Rows

  func candidates() -> [Candidate<WaitingRow>] {
    invitations.invitations.map(candidate) + knocks.list.visitors.map(candidate)
      + knocks.list.knocks.map(candidate)
  }

  private func candidate(_ invitation: Invitation) -> Candidate<WaitingRow> {
    let detail = [
      invitation.isSpace ? "space" : nil, "from \(invitation.invitedBy.displayName)",
      invitation.channel.isEncrypted ? EncryptionSign.text + " encrypted" : nil, invitation.channel.topic,
    ]
    let row = PanelRow(
      invitation.place, detail: detail.compactMap(\.self).joined(separator: " · "),
      trailing: RowClock(context).text(invitation.invitedAt))
    return Candidate(
      .invitation(invitation.id), row, matching: [invitation.place, invitation.invitedBy.displayName])
  }

  private func candidate(_ visitor: Visitor) -> Candidate<WaitingRow> {
    let row = PanelRow(
      visitor.words, detail: visitor.reason ?? "", trailing: RowClock(context).text(visitor.knockedAt))
    return Candidate(
      .visitor(visitor.id), row, matching: [visitor.user.displayName, visitor.channel.displayName])
  }

  private func candidate(_ knock: Knock) -> Candidate<WaitingRow> {
    let row = PanelRow(
      "#\(knock.channel.displayName)",
      detail: ["asked to join", knock.reason].compactMap(\.self).joined(separator: " · "),
      trailing: RowClock(context).text(knock.knockedAt))
    return Candidate(.knock(knock.id), row, matching: [knock.channel.displayName])
  }
}

/// A row that waits for an answer, from the user or from others.
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
