import ChatControllers
import ChatDomain

/// Asks to be let into channels, and answers those who ask. Nobody is let in or turned away but by a key of the user.
final class Knocking {
  let list: KnockListController
  private let services: any AppServices

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
      KnockPanel(
        name, reason: services.client.session.knockReasons[address.name] ?? "", keymap: services.keymap
      ) { [weak self] in
        self?.keep($0, for: address)
      } ask: { [weak self] reason in
        self?.services.attempt { [weak self] in
          guard let knock = try await self?.list.knock(on: address, reason: reason) else { return }
          self?.forget(reason, for: address)
          self?.services.say(
            Notice(
              "Asked to be let into #\(knock.channel.displayName); \(Self.command) takes it back", .good))
        }
      })
  }

  /// Keeps what is typed for somebody who does not have it yet.
  private func keep(_ reason: String, for address: ChannelAddress) {
    var session = services.client.session
    session.knockReasons[address.name] = reason.isEmpty ? nil : reason
    services.client.keep(session)
  }

  /// Somebody has the reason: it is kept no longer, unless another one was typed meanwhile.
  private func forget(_ reason: String, for address: ChannelAddress) {
    let kept = services.client.session.knockReasons[address.name] ?? ""
    if kept == reason { keep("", for: address) }
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

/// Asks why one wants to be let into a channel; nothing need be said.
final class KnockPanel: LinePanel {
  var line: QueryLine { didSet { keep(line.text) } }
  let title: String
  let note = "You may say why"
  let hint: String
  private let keep: (_ reason: String) -> Void
  private let ask: (_ reason: String) -> Void

  /// - Parameters:
  ///   - channel: as it is called.
  ///   - reason: what was typed before.
  ///   - keep: keeps what is typed for the next time.
  ///   - ask: asks to be let in for this reason.
  init(
    _ channel: String, reason: String, keymap: Keymap,
    keep: @escaping (_ reason: String) -> Void, ask: @escaping (_ reason: String) -> Void
  ) {
    line = QueryLine(reason)
    title = "Ask to be let into \(channel)?"
    hint = keymap.hint((.panel(.accept), "ask"), (.panel(.dismiss), "do not"))
    self.keep = keep
    self.ask = ask
  }

  func perform(_ command: PanelCommand) -> PanelOutcome {
    switch command {
    case .accept:
      ask(line.words)
      return .close
    case .dismiss: return .close
    default: return .stay
    }
  }
}
