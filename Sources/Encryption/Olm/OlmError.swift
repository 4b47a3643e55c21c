package import Ciphers

/// The reasons why an account or a session cannot do what is asked. When one is thrown, nothing has changed.
package enum OlmError: Error, Hashable, Sendable {
  /// A cipher refused, for example because of a public key that is not valid.
  case cipher(CipherError)
  /// The bytes are not in the expected format.
  case malformed
  /// The version of a message or of a stored form is not supported.
  case unknownVersion(UInt8)
  /// The MAC of a message is wrong: it was changed, or it is for another session.
  case wrongMAC
  /// The signature of a message or of a shared session is wrong.
  case wrongSignature
  /// The identity key in a first message is not the one of its sender.
  case wrongIdentity
  /// The message is the first one of another session.
  case otherSession
  /// The one-time key of a first message is unknown: it was used, or dropped as one of too many.
  case unknownOneTimeKey
  /// A session was already made from this first message.
  case replayed
  /// The fallback key has reached the maximum number of recorded sessions. Upload a new one.
  case fallbackKeyWornOut
  /// The chain of the message was dropped as one of too many, or answers a message that this side has not sent, because it was
  /// restored to an older state.
  case unknownChain
  /// More messages are missing before this one than are accepted.
  case tooFarAhead(missing: UInt64)
  /// The key of this message was used, or dropped as one of too many.
  case messageKeyGone(index: UInt64)
  /// The room's session begins after this message.
  case beforeFirstKnownIndex(index: UInt32, first: UInt32)
  /// The room's session has no index left. Make a new one.
  case sessionExhausted
  /// The session has another id, or other keys for the same messages.
  case notSameSession
  /// A stored account or session was changed, or belongs to another profile.
  case pickleDamaged
}

extension OlmError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cipher(let error): error.description
    case .malformed: "The message is not in its format"
    case .unknownVersion(let version): "Version \(version) is not supported"
    case .wrongMAC: "The message was changed, or is for another session"
    case .wrongSignature: "The signature is wrong"
    case .wrongIdentity: "The identity key is not the sender's"
    case .otherSession: "The message begins another session"
    case .unknownOneTimeKey: "The one-time key is unknown or was used"
    case .replayed: "The first message of a session came again"
    case .fallbackKeyWornOut: "The fallback key was used too often"
    case .unknownChain: "The session does not know the chain of this message"
    case .tooFarAhead(let missing): "\(missing) messages are missing before this one"
    case .messageKeyGone(let index): "The key of message \(index) was used or dropped"
    case .beforeFirstKnownIndex(let index, let first):
      "The keys begin at message \(first), this is message \(index)"
    case .sessionExhausted: "The session has no keys left"
    case .notSameSession: "This is not the same session"
    case .pickleDamaged: "Stored keys were changed, or belong to another profile"
    }
  }
}

/// Wraps the error of a cipher.
func ciphered<Value>(_ work: @autoclosure () throws(CipherError) -> Value) throws(OlmError) -> Value {
  do { return try work() } catch { throw .cipher(error) }
}
