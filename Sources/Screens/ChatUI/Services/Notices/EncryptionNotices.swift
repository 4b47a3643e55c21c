import Composer

/// What the last line says about encryption.
nonisolated extension Notice {
  /// - Parameter reason: "Your keys are lost".
  static func encryptionNeeds(_ reason: String) -> Notice {
    Notice("\(reason); /\(SlashCommand.encryption.name) shows what to do")
  }

  static let nothingToDo = Notice("There is nothing to do here")
  static let deviceIsSigned = Notice("This device is signed; old messages are being restored", .good)
  static let deviceIsSignedWithoutBackup = Notice(
    "This device is signed; no usable key backup was found", .warning)
  static let encryptionIsSetUp = Notice("Encryption is set up, and this device is signed", .good)

  static let noIdentityChanged = Notice("No one here has a new identity")
  static func noIdentityChanged(of name: String) -> Notice {
    Notice("\(name) has no new identity here")
  }
  static func severalChanged(_ handles: [String]) -> Notice {
    Notice("Several people have that name: \(handles.joined(separator: ", "))", .warning)
  }
  static func identityAccepted(_ name: String) -> Notice {
    Notice("Accepted the new identity of \(name)", .good)
  }
}
