import ChatControllers
import ChatDomain

/// Shows and answers invitations. Only the user accepts or declines one.
final class InvitationActions {
  private let list: InvitationListController
  private let services: AppContext
  private let navigator: Navigator
  private let places: PlaceActions
  private let knocks: Knocking

  init(services: AppContext, navigator: Navigator, places: PlaceActions, knocks: Knocking) {
    self.knocks = knocks
    self.services = services
    self.navigator = navigator
    self.places = places
    list = services.client.invitationListController()
  }

  /// The number of open invitations.
  var count: Int { list.count }

  func showAll() {
    knocks.load()
    services.show(
      InvitationsPanel(services: services, invitations: list, knocks: knocks) {
        [weak self] invitation, answer in
        switch answer {
        case .accept: self?.accept(invitation)
        case .decline: self?.decline(invitation)
        case .ignore: self?.ignore(invitation)
        }
      })
  }

  /// Loads the invitations and announces how many are open.
  func synchronize() async {
    do throws(ChatError) { try await list.synchronize() } catch {
      // They are loaded again once there is a connection.
      return
    }
    guard let first = list.invitations.first else { return }
    announce(list.count == 1 ? first.words : "\(list.count) invitations wait")
  }

  func handle(_ notice: ClientNotice) {
    guard case .event(.invited(let invitation)) = notice else { return }
    announce(invitation.words)
  }

  /// For a user who is in no channel and has typed nothing, answering is the most likely next step.
  private func announce(_ sentence: String) {
    guard navigator.isNowhere, navigator.focused?.composer.draft.isEmpty != false,
      navigator.panels.panel == nil
    else {
      return services.say(Notice("\(sentence); /\(SlashCommand.invitations.name) answers"))
    }
    showAll()
  }

  /// The invitation to the channel with this name or ID, ignoring case; nil if there is none, or more than one.
  func invitation(to name: String) -> Invitation? {
    let plain = (name.hasPrefix("#") ? String(name.dropFirst()) : name).lowercased()
    let meant = list.invitations.filter { invitation in
      invitation.channel.type != .direct
        && [invitation.id.rawValue, invitation.channel.displayName].contains { $0.lowercased() == plain }
    }
    return meant.count == 1 ? meant[0] : nil
  }

  func accept(_ invitation: Invitation) {
    let keyCount = navigator.keyCount
    services.attempt { [self] in
      let joined = try await list.accept(invitation.id)
      await places.arrive(in: joined.id, since: keyCount)
    }
  }

  private func ignore(_ invitation: Invitation) {
    services.attempt { [self] in
      try await list.decline(invitation.id)
      Ignoring(services: services).set(true, invitation.invitedBy)
    }
  }

  func decline(_ invitation: Invitation) {
    services.attempt { [self] in
      try await list.decline(invitation.id)
      services.say(Notice("Declined: \(invitation.place)", .good))
    }
  }
}
