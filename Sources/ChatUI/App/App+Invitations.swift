import ChatControllers
import ChatDomain
import ChatScreens

/// Invitations are told of and wait: none is accepted or declined but by the user.
extension App {
  func showInvitations() {
    show(
      InvitationsPanel(stage: self, invitations: invitations) { [weak self] invitation, answer in
        switch answer {
        case .accept: self?.attempt { try await self?.accept(invitation) }
        case .decline: self?.decline(invitation)
        }
      })
  }

  /// Loads the invitations and says how many wait.
  func readInvitations() async {
    do throws(ChatError) { try await invitations.synchronize() } catch {
      // They are loaded again once there is a connection.
      return
    }
    guard let first = invitations.invitations.first else { return }
    tellOfInvitations(invitations.count == 1 ? first.words : "\(invitations.count) invitations wait")
  }

  func tellOfInvitation(_ notice: ClientNotice) {
    guard case .event(.invited(let invitation)) = notice else { return }
    tellOfInvitations(invitation.words)
  }

  /// Whoever is in no channel has nowhere to type a command, and little else to do than to answer.
  private func tellOfInvitations(_ words: String) {
    guard channel == nil, panel == nil else {
      return say(Notice("\(words); /\(SlashCommand.invitations.name) answers"))
    }
    showInvitations()
  }

  /// The invitation to the channel with this name or id, whatever the case of its letters; nil if there is none, or more
  /// than one.
  func invitation(called name: String) -> Invitation? {
    let plain = (name.hasPrefix("#") ? String(name.dropFirst()) : name).lowercased()
    let meant = invitations.invitations.filter { invitation in
      invitation.channel.type != .direct
        && [invitation.id.rawValue, invitation.channel.displayName].contains { $0.lowercased() == plain }
    }
    return meant.count == 1 ? meant[0] : nil
  }

  func accept(_ invitation: Invitation) async throws {
    let joined = try await invitations.accept(invitation.id)
    await sidebar.synchronize()
    go(to: .channel(joined.id))
  }

  private func decline(_ invitation: Invitation) {
    attempt { [self] in
      try await invitations.decline(invitation.id)
      say(Notice("Declined: \(invitation.place)", .good))
    }
  }
}
