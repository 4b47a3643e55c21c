import Ciphers
import CrossSigning
package import JSON
import SQLite

/// What a sync answer changed.
package struct SyncEffects {
  /// Events that waited for a key that has arrived: decrypt them again.
  package var readable: [WaitingEvent] = []
  /// Events whose key was refused: decrypt them again for the reason.
  package var withheld: [WaitingEvent] = []
  /// Messages to this device that are not for the machine, such as those of a verification.
  package var messages: [ToDeviceMessage] = []
  /// Messages over Olm that were not accepted, for the log.
  package var refusals: [OlmRefusal] = []
}

/// A message to this device.
package struct ToDeviceMessage: Sendable {
  package let sender: String
  package let type: String
  package let content: JSONNode
  /// The device that encrypted it; nil for a message in the clear, or if it is in no list yet.
  package let device: KnownDevice?
  package let isEncrypted: Bool
}

/// Handles messages to this device, each only once.
struct ToDeviceIntake {
  let database: KeyDatabase

  /// Takes the events of a sync answer.
  ///
  /// - Parameter isNext: whether the answer follows the last one, so that the server repeats no earlier message.
  func take(_ events: JSONElements, isNext: Bool, _ effects: inout SyncEffects) throws(MachineError) {
    let round = try database.settings.next("to_device_round")
    if isNext { try database.connection.run("DELETE FROM handled WHERE round < ?", .integer(round)) }
    for event in events {
      let hash = try ciphered(database.suite.sha256(event.raw))
      try database.connection.run(
        "INSERT OR IGNORE INTO handled (hash, round) VALUES (?, ?)", .bytes(hash), .integer(round))
      guard database.connection.lastChanges > 0 else { continue }
      guard let sender = event["sender"]?.string, let type = event["type"]?.string else { continue }
      try take(type, event["content"], from: sender, &effects)
    }
  }

  private func take(
    _ type: String, _ content: JSONNode?, from sender: String, _ effects: inout SyncEffects
  ) throws(MachineError) {
    switch type {
    case "m.room.encrypted":
      switch try OlmChannel(database: database).decrypt(content, from: sender) {
      case .success(let message): try take(message, &effects)
      case .failure(let refusal): effects.refusals.append(refusal)
      }
    case "m.room_key.withheld", "org.matrix.room_key.withheld":
      effects.withheld += try RoomKeyIntake(database: database).take(withheld: content, from: sender)
    case "m.room_key", "m.forwarded_room_key", "m.secret.send", "m.dummy":
      // These types are accepted only over Olm.
      break
    default:
      guard let content else { break }
      effects.messages.append(
        ToDeviceMessage(sender: sender, type: type, content: content, device: nil, isEncrypted: false))
    }
  }

  private func take(_ message: OlmMessageContent, _ effects: inout SyncEffects) throws(MachineError) {
    if message.sender.device == nil {
      // A new device, or one of a user whose list is not tracked: the list is queried, so that its messages can be shown.
      let tracker = DeviceTracker(database: database)
      try tracker.track([message.sender.user])
      try tracker.markOutdated(message.sender.user)
    }
    switch message.type {
    case "m.room_key": effects.readable += try RoomKeyIntake(database: database).take(roomKey: message)
    // This program never requests these, so it accepts none.
    case "m.forwarded_room_key", "m.secret.send": break
    case "m.dummy":
      // The device lost its old session, and with it the keys that were sent on it.
      if let device = message.sender.device { try OutboundStore(database: database).renew(for: device) }
    default:
      guard let content = message.content else { break }
      effects.messages.append(
        ToDeviceMessage(
          sender: message.sender.user, type: message.type, content: content, device: message.sender.device,
          isEncrypted: true))
    }
  }
}
