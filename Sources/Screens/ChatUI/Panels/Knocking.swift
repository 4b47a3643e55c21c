import ChatControllers
import ChatDomain

/// Requests to join channels, and answers such requests. Only an explicit key admits or rejects anyone.
final class Knocking {
  let list: KnockListController
  private let services: AppContext

  init(services: AppContext) {
    self.services = services
    list = services.client.knockListController()
    list.delegate = self
  }

  /// Loads the lists before they are shown.
  func load() {
    Task { [list] in
      // Without a connection they are loaded after reconnecting.
      do throws(ChatError) { try await list.synchronize() } catch {}
    }
  }

  /// Asks for a reason, and then sends the request to join. The typed reason is saved until it has been sent.
  ///
  /// - Parameter name: the name of the channel, if it is known.
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

  /// Saves a reason that has not been sent yet.
  private func keep(_ reason: String, for address: ChannelAddress) {
    var session = services.client.session
    session.knockReasons[address.name] = reason.isEmpty ? nil : reason
    services.client.keep(session)
  }

  /// Removes a reason that has been sent, unless another one was typed meanwhile.
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

/// Asks for the reason of a request to join; it may be empty.
final class KnockPanel: LinePanel {
  var line: QueryLine { didSet { keep(line.text) } }
  let title: String
  let note = "You may say why"
  let hint: String
  private let keep: (_ reason: String) -> Void
  private let ask: (_ reason: String) -> Void

  /// - Parameters:
  ///   - channel: the name of the channel.
  ///   - reason: the text typed before.
  ///   - keep: saves the text for the next time.
  ///   - ask: sends the request with this reason.
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
