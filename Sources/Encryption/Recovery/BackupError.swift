package import Ciphers
package import CrossSigning

/// Why a backup or a key in it cannot be used.
package enum BackupError: Error, Hashable, Sendable {
  case malformed
  case unknownAlgorithm(String)
  /// The private key does not belong to the backup.
  case otherKey
  /// The entry contains another session than its name says.
  case otherSession
  /// The session key in an entry is not valid.
  case unusableSession
  case signature(SignatureError)
  case cipher(CipherError)
}

extension BackupError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformed: "The key backup is not readable"
    case .unknownAlgorithm(let name): "Key backups of the kind \"\(name)\" are not supported"
    case .otherKey: "The stored key belongs to another key backup"
    case .otherSession: "A key in the backup is not the one that its name says"
    case .unusableSession: "A key in the backup is damaged"
    case .signature(let error): error.description
    case .cipher(let error): error.description
    }
  }
}
