package import Ciphers
package import CrossSigning
package import FileSystem

/// Why secret storage cannot be opened, or an account cannot be set up.
package enum RecoveryError: Error, Hashable, Sendable {
  // MARK: The typed key

  /// Nothing was typed.
  case nothingTyped
  /// The text is not a recovery key.
  case notRecoveryKey(CipherError)
  /// The text is a valid recovery key of another account or another secret storage.
  case otherRecoveryKey(keyName: String)
  /// The text is neither a recovery key nor the passphrase.
  case wrongPassphrase(keyName: String)

  // MARK: Secret storage

  /// The account has no secret storage.
  case noSecretStorage
  /// The account has secret storage, and the recovery key was not entered.
  case secretStorageClosed
  /// A new secret storage needs a new recovery key.
  case newKeyNeeded
  /// The new recovery key belongs to another plan, part of which was performed.
  case newKeyUsed
  /// The account data names a key without a description.
  case keyNotDescribed(keyID: String)
  /// The key is for an algorithm that is not supported.
  case unknownKeyAlgorithm(String)
  /// The account data contains nothing to check the key against.
  case keyCannotBeChecked(keyID: String)
  /// The secret is not stored.
  case secretMissing(name: String)
  /// The secret is stored, but not under the key that was typed.
  case secretUnderOtherKey(name: String, keyName: String)
  /// The stored form is not readable.
  case secretMalformed(name: String)
  /// The key is right, but the secret was changed or sealed under another key.
  case secretDamaged(name: String, keyName: String)
  /// The secret was decrypted, but is not a key.
  case secretUnusable(name: String)

  // MARK: The account

  /// The server shows keys for this device that are not its own.
  case deviceReplaced(device: String)
  /// The server does not show this device, or refuses its keys.
  case deviceNotListed(device: String)
  /// This device cannot sign, for this reason.
  case device(String)
  /// The recovery key could not be saved.
  case disk(SystemFault)
  case crossSigning(CrossSigningError)
  case backup(BackupError)
  case signature(SignatureError)
  case cipher(CipherError)
}

extension RecoveryError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .nothingTyped: "Type your recovery key or passphrase"
    case .notRecoveryKey(let error): error.description
    case .otherRecoveryKey(let name): "This is a recovery key, but not the one of \(name)"
    case .wrongPassphrase(let name): "This is neither the recovery key nor the passphrase of \(name)"
    case .noSecretStorage: "This account has no secret storage, so there is nothing to recover"
    case .secretStorageClosed: "Type your recovery key or passphrase first"
    case .newKeyNeeded: "Make a recovery key first"
    case .newKeyUsed: "This recovery key was used. Make another one"
    case .keyNotDescribed(let id): "The account has no description of its recovery key \(id)"
    case .unknownKeyAlgorithm(let name): "Recovery keys of the kind \"\(name)\" are not supported"
    case .keyCannotBeChecked(let id):
      "Recovery key \(id) cannot be checked: the account stores no check value"
    case .secretMissing(let name): "The account does not store the secret \(name)"
    case .secretUnderOtherKey(let name, let key): "The secret \(name) is not stored under \(key)"
    case .secretMalformed(let name): "The stored secret \(name) is not readable"
    case .secretDamaged(let name, let key): "\(key) is right, but the secret \(name) was changed"
    case .secretUnusable(let name): "The stored secret \(name) is not a key"
    case .deviceReplaced(let device):
      "The server shows other keys for this device (\(device)). Sign out, and in again"
    case .deviceNotListed(let device): "The server does not show the keys of this device (\(device)) yet"
    case .device(let reason): reason
    case .disk(let fault): fault.description
    case .crossSigning(let error): error.description
    case .backup(let error): error.description
    case .signature(let error): error.description
    case .cipher(let error): error.description
    }
  }
}
