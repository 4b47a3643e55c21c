import ChatControllers
import ChatDomain
import Composer

/// Requests to join channels, and answers such requests. Only an explicit key admits or rejects anyone.
final class Knocking {
  let list: KnockListController
  private let context: AppContext

  init(context: AppContext) {
    self.context = context
    list = KnockListController(client: context.client)
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
    context.show(
      LinePanel(
        title: "Ask to join \(name)?", note: "You can say why",
        hint: context.keymap.hint((.panel(.accept), "ask"), (.panel(.dismiss), "cancel")),
        text: context.client.session.knockReasons[address.name] ?? "",
        onEdit: { [weak self] in self?.keep($0, for: address) },
        accept: { [weak self] in
          self?.knock(on: address, reason: $0)
          return true
        }))
  }

  private func knock(on address: ChannelAddress, reason: String) {
    context.attempt { [self] in
      let knock = try await list.knock(on: address, reason: reason)
      forget(reason, for: address)
      context.say(.asked(toJoin: "#\(knock.channel.displayName)"))
    }
  }

  /// Saves a reason that has not been sent yet.
  private func keep(_ reason: String, for address: ChannelAddress) {
    var session = context.client.session
    session.knockReasons[address.name] = reason.isEmpty ? nil : reason
    context.client.keep(session)
  }

  /// Removes a reason that has been sent, unless another one was typed meanwhile.
  private func forget(_ reason: String, for address: ChannelAddress) {
    let kept = context.client.session.knockReasons[address.name] ?? ""
    if kept == reason { keep("", for: address) }
  }

  func takeBack(_ knock: Knock) {
    context.attempt { [self] in
      try await list.takeBack(knock.id)
      context.say(.requestCancelled("#\(knock.channel.displayName)"))
    }
  }

  func admit(_ visitor: Visitor) {
    context.attempt { [self] in
      try await list.admit(visitor.id)
      let isIn = context.client.abilities.contains(.addsMembers)
      context.say(isIn ? .letIn(visitor.user.displayName) : .invitedInstead(visitor.user.displayName))
    }
  }

  func turnAway(_ visitor: Visitor) {
    context.attempt { [self] in
      try await list.turnAway(visitor.id)
      context.say(.declined(visitor.user.displayName))
    }
  }

  func ignore(_ visitor: Visitor) {
    context.attempt { [self] in
      try await list.turnAway(visitor.id)
      context.setIgnored(true, visitor.user)
    }
  }
}

extension Knocking: KnockListControllerDelegate {
  func knockListController(_ controller: KnockListController, didChange change: KnockListChange) {
    if let first = change.newVisitors.first {
      let count = change.newVisitors.count
      context.say(count == 1 ? .asksToJoin(first.words) : .askToJoin(count))
    } else if let knock = change.endedKnocks.first {
      context.say(.requestClosed("#\(knock.channel.displayName)"))
    }
  }
}

nonisolated extension Visitor {
  /// "Ben Okafor asks to join #Book club".
  var words: String { "\(user.displayName) asks to join #\(channel.displayName)" }
}
