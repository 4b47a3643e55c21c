import ChatControllers
import ChatDomain

/// Asks to be let into channels, and answers those who ask. Nobody is let in or turned away but by a key of the user.
final class Knocking {
  let list: KnockListController
  private let services: any AppServices
  /// What was typed for somebody who does not have it yet.
  private var reasons: [ChannelAddress: String] = [:]

  init(services: any AppServices) {
    self.services = services
    list = services.client.knockListController()
    list.delegate = self
  }

  /// Loads the lists for somebody who looks at them.
  func load() {
    Task { [list] in
      // Without a connection they are loaded once there is one.
      do throws(ChatError) { try await list.synchronize() } catch {}
    }
  }

  /// Asks why, and then to be let in. What was typed stays for the next time, unless somebody has it.
  ///
  /// - Parameter name: what the channel is called, as far as that is known.
  func ask(for address: ChannelAddress, called name: String) {
    services.show(
      KnockPanel(name, reason: reasons[address] ?? "", keymap: services.keymap) {
        [weak self] reason, isAsked in
        self?.reasons[address] = reason
        guard isAsked else { return }
        self?.services.attempt { [weak self] in
          guard let knock = try await self?.list.knock(on: address, reason: reason) else { return }
          self?.reasons[address] = nil
          self?.services.say(
            Notice(
              "Asked to be let into #\(knock.channel.displayName); \(Self.command) takes it back", .good))
        }
      })
  }

  func takeBack(_ knock: Knock) {
    services.attempt { [self] in
      try await list.takeBack(knock.id)
      services.say(Notice("No longer asked: #\(knock.channel.displayName)", .good))
    }
  }

  func admit(_ visitor: Visitor) {
    services.attempt { [self] in
      try await list.admit(visitor.id)
      let isIn = services.client.abilities.contains(.addsMembers)
      services.say(
        Notice("\(isIn ? "Let in" : "Let in, with an invitation"): \(visitor.user.displayName)", .good))
    }
  }

  func turnAway(_ visitor: Visitor) {
    services.attempt { [self] in
      try await list.turnAway(visitor.id)
      services.say(Notice("Not let in: \(visitor.user.displayName)", .good))
    }
  }

  func ignore(_ visitor: Visitor) {
    services.attempt { [self] in
      try await list.turnAway(visitor.id)
      Ignoring(services: services).set(true, visitor.user)
    }
  }

  private static let command = "/\(SlashCommand.invitations.name)"
}

extension Knocking: KnockListControllerDelegate {
  func knockListController(_ controller: KnockListController, didChange change: KnockListChange) {
    if let first = change.newVisitors.first {
      let count = change.newVisitors.count
      let sentence = count == 1 ? first.words : "\(count) people ask to be let in"
      services.say(Notice("\(sentence); \(Self.command) answers"))
    } else if let knock = change.endedKnocks.first {
      services.say(Notice("You no longer wait to be let into #\(knock.channel.displayName)"))
    }
  }
}

nonisolated extension Visitor {
  /// "Ben Okafor asks to be let into #Book club".
  var words: String { "\(user.displayName) asks to be let into #\(channel.displayName)" }
}
