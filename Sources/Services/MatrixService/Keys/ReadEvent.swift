import ChatDomain
import CrossSigning
import EncryptionMachine
import JSON

/// Encrypted events in the form of the cache: decrypted if possible, and marked.
extension MatrixEvent {
  /// The event with the decrypted type and content; unreadable if events of that type may not be encrypted.
  func read(_ plain: DecryptedEvent) -> MatrixEvent {
    guard plain.type != EventType.redaction, plain.type != EventType.encrypted else {
      return unreadable(.notGenuine)
    }
    let note: EncryptionNote? =
      switch plain.trust {
      case .shown: nil
      case .marked(.senderNotProven): .senderNotProven
      case .marked, .hidden: .senderChanged
      }
    return rewritten(type: plain.type, content: plain.content, mark: note?.rawValue ?? "") ?? self
  }

  /// The encrypted event with the reason why it cannot be read.
  func unreadable(_ note: EncryptionNote) -> MatrixEvent {
    rewritten(type: type, content: content, mark: note.rawValue) ?? self
  }
}

extension EncryptionNote {
  init(_ reason: UnreadableReason) {
    self =
      switch reason {
      case .keyMissing, .keyBeginsLater: .keyMissing
      case .keyWithheld(_, let code): EncryptionNote(withheld: code)
      case .unknownAlgorithm: .unknownMethod
      case .malformed, .wrongSender, .wrongRoom, .replayed, .damaged: .notGenuine
      case .hidden(.unsignedDevice), .hidden(.blockedDevice): .senderNotSigned
      case .hidden(.replacedDevice), .hidden(.senderNotProven): .notGenuine
      case .hidden(.verificationLost), .hidden(.identityChanged): .senderNotVerified
      case .unknownDevice: .senderUnknown
      }
  }

  private init(withheld code: String) {
    self =
      switch WithheldCode(rawValue: code) {
      case .blacklisted: .deviceBlocked
      case .unverified: .deviceNotSigned
      case .unauthorised, .historyNotShared: .notEntitled
      case .unavailable, .noOlm, nil: .keyNotSent
      }
  }
}
