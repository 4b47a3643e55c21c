package import Ciphers
import CrossSigning
import Olm

/// A room key for the backup. Not Sendable: it contains the key.
package struct RoomKeyExport {
  package let room: String
  package let session: String
  /// Base64 of the identity key of the device that sent it; empty if it is not known.
  package let senderKey: String
  /// Base64 of its signing key; empty if it is not known.
  package let signingKey: String
  /// The key in the form of the backup, base64.
  package let key: Secret
  package let firstIndex: UInt32
  /// Whether its sender is proven and signed.
  package let isVerified: Bool
  let number: Int64
}

extension OlmMachine {
  /// Takes keys of the backup. Messages decrypted with them are marked, because the keys prove nothing about the sender.
  ///
  /// - Parameter isBackedUp: whether they came from the present backup and need not go there again.
  /// - Returns: the events that may be readable now.
  package func importKeys(_ keys: [RoomKeyImport], isBackedUp: Bool) throws(MachineError) -> [WaitingEvent] {
    let intake = RoomKeyIntake(database: database)
    var readable: [WaitingEvent] = []
    try database.transaction { () throws(MachineError) in
      for key in keys { readable += try intake.take(exported: key, isBackedUp: isBackedUp) }
    }
    return readable
  }

  /// Keys that are not in the backup yet.
  package func keysToBackUp(atMost most: Int) throws(MachineError) -> [RoomKeyExport] {
    var exports: [RoomKeyExport] = []
    for key in try RoomKeyStore(database: database).keysToBackUp(most) {
      let first = key.session.firstKnownIndex
      exports.append(
        RoomKeyExport(
          room: key.room, session: key.session.id, senderKey: Base64.text(key.senderKey),
          signingKey: Base64.text(key.signingKey), key: try olm(key.session.exportedForm(from: first)),
          firstIndex: first, isVerified: key.isProven, number: key.number))
    }
    return exports
  }

  /// How many keys are not in the backup yet.
  package var countOfKeysToBackUp: Int {
    get throws(MachineError) { try RoomKeyStore(database: database).countOfKeysToBackUp() }
  }

  /// Notes that the backup has these keys.
  package func markBackedUp(_ keys: [RoomKeyExport]) throws(MachineError) {
    try database.transaction { () throws(MachineError) in
      for key in keys { try RoomKeyStore(database: database).markBackedUp(key.number, from: key.firstIndex) }
    }
  }

  /// Notes that the backup is a new one, which has no key.
  package func startNewBackup() throws(MachineError) {
    try database.transaction { () throws(MachineError) in
      try RoomKeyStore(database: database).markNoneBackedUp()
    }
  }
}
