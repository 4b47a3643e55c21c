import ChatControllers
import ChatDomain
import ChatScreens
import Composer

/// What this device can do with encrypted messages, and who cannot read the next ones. Requested once, then updated by events.
final class EncryptionCache {
  /// Called when the state has changed, or is known for the first time.
  var onStateChange: (EncryptionState) -> Void = { _ in }
  private let context: AppContext
  /// Nil until it is known.
  private(set) var state: EncryptionState?
  private var known: [ChannelID: (recipients: EncryptionRecipients, warning: String?)] = [:]
  /// The latest request of each channel. An answer to an earlier one no longer counts.
  private var asked: [ChannelID: Int] = [:]
  /// The request for the state that is in flight.
  private var stateRequest: Int?
  private var requestCount = 0

  init(context: AppContext) { self.context = context }

  private var isPossible: Bool { context.client.abilities.contains(.encrypts) }

  /// The people of an encrypted channel whose identity has changed, as far as that is known.
  func changed(in channel: ChannelID) -> [User] {
    askOnce(for: channel)
    return known[channel]?.recipients.changed ?? []
  }

  /// Who of an encrypted channel cannot read the next message, and whether it is not sent because of that; nil if everybody can, or
  /// if it is not known yet.
  func warning(in channel: ChannelID) -> (words: String, isBlocking: Bool)? {
    askOnce(for: channel)
    let (recipients, warning) = known[channel] ?? (EncryptionRecipients(), nil)
    if recipients.changed.isEmpty, state?.isDeviceSigned == false {
      return (EncryptionWords.unsigned, false)
    }
    return warning.map { ($0, !recipients.changed.isEmpty) }
  }

  /// What the reader of an unreadable message can do; nil if there is nothing.
  func advice(on message: Message) -> String? {
    guard message.isUnreadable, isPossible else { return nil }
    return EncryptionWords.advice(on: message.encryptionNote, by: message.author, state)
  }

  /// Requests the state, unless it is known or already requested.
  func askForState() {
    guard isPossible, state == nil, stateRequest == nil else { return }
    requestCount += 1
    stateRequest = requestCount
    Task { [weak self, number = requestCount, client = context.client] in
      var found: EncryptionState?
      await client.retrying(while: { self != nil && client.connection == .online }) {
        () async throws(ChatError) in
        found = try await client.encryptionState()
      }
      guard let self, stateRequest == number else { return }
      stateRequest = nil
      // An event may have been faster.
      if let found, state == nil { receive(found) }
    }
  }

  /// Stores a state from an answer or an event.
  func receive(_ new: EncryptionState) {
    guard new != state else { return }
    state = new
    onStateChange(new)
    context.setNeedsFrame()
  }

  func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(.encryptionChanged(let state)): receive(state)
    case .event(.recipientsChanged(let channel)): asked[channel] = nil
    case .event(.memberJoined(let membership)): asked[membership.channelId] = nil
    case .event(.memberLeft(let channel, _)): asked[channel] = nil
    case .eventsMissed:
      asked = [:]
      stateRequest = nil
      state = nil
      askForState()
    case .connection(.online):
      asked = [:]
      askForState()
    default: break
    }
  }

  private func askOnce(for channel: ChannelID) {
    guard isPossible, channel != .nowhere, asked[channel] == nil else { return }
    requestCount += 1
    asked[channel] = requestCount
    Task { [weak self, number = requestCount, client = context.client] in
      do throws(ChatError) {
        let found = try await client.encryptionRecipients(in: channel)
        guard let self, asked[channel] == number else { return }
        known[channel] = (found, EncryptionWords.warning(found))
        context.setNeedsFrame()
      } catch {
        // The recipients are requested again after reconnecting, or when they change.
      }
    }
  }
}

/// Sentences about encrypted messages.
nonisolated enum EncryptionWords {
  private static let panel = "/\(SlashCommand.encryption.name)"

  /// For a device whose messages other people's programs may hide.
  static let unsigned = "Others may not see this: this device is not signed; \(panel)"

  /// What the reader of an unreadable message can do; nil if there is nothing.
  static func advice(on note: EncryptionNote?, by author: User, _ state: EncryptionState?) -> String? {
    let hasKey = state?.nextStep == .enterRecoveryKey
    switch note {
    case nil, .keyMissing: return hasKey ? "your recovery key may open it: \(panel)" : nil
    case .deviceNotSigned:
      if hasKey { return "your recovery key may open it: \(panel)" }
      return state?.isDeviceSigned == true
        ? "ask them to send it again" : state == nil ? nil : "\(panel) signs this device"
    case .keyNotSent: return hasKey ? "your recovery key may open it: \(panel)" : "ask them to send it again"
    case .senderNotVerified:
      return "ask them first, then /\(SlashCommand.accept.name) \(author.id.handle) shows it"
    case .senderNotSigned: return "the sender must sign that device"
    case .deviceBlocked, .notEntitled: return "ask them why"
    case .unknownMethod: return "another program may open it"
    case .senderUnknown, .notGenuine, .senderNotProven, .senderChanged: return nil
    }
  }

  /// Who cannot read the next message, and what the user can do; nil if everybody can.
  static func warning(_ recipients: EncryptionRecipients) -> String? {
    if let first = recipients.changed.first {
      let verb = recipients.changed.count == 1 ? "has a new identity" : "have new identities"
      return "\(names(recipients.changed)) \(verb): /\(SlashCommand.accept.name) \(first.id.handle)"
    }
    let (unreachable, withoutDevice) = (recipients.unreachable, recipients.withoutDevice)
    if !unreachable.isEmpty {
      let words = "\(names(unreachable + withoutDevice)) cannot read this"
      return withoutDevice.isEmpty ? "\(words): they must sign a device first" : words
    }
    if !withoutDevice.isEmpty {
      let who =
        withoutDevice.count == 1 ? "\(names(withoutDevice)) has" : "\(withoutDevice.count) people have"
      return "\(who) no known device that can read this"
    }
    switch recipients.unsignedDevices {
    case 0: return nil
    case 1: return "1 unsigned device cannot read this: it must be signed first"
    case let count: return "\(count) unsigned devices cannot read this: they must be signed first"
    }
  }

  /// "Mina", "Mina and Ben", "Mina, Ben and 3 others".
  private static func names(_ users: [User]) -> String {
    let names = users.map(\.displayName)
    let rest = names.count > 2 ? [counted(names.count - 2, "other", "others")] : []
    return (names.prefix(2) + rest).list("and")
  }
}
