package import Ciphers
package import JSON

/// The reasons why an object cannot be signed, or is not accepted as signed.
package enum SignatureError: Error, Hashable, Sendable {
  /// The value is no object.
  case notAnObject
  /// The object has no canonical form, for example because of a number with a fraction.
  case notCanonical(JSONError)
  /// The object has no signature by this key.
  case missing(user: String, key: String)
  /// The signature is not 64 bytes in base64.
  case malformed(user: String, key: String)
  /// The signature belongs to another text or another key.
  case wrong(user: String, key: String)
  /// A cipher failed.
  case cipher(CipherError)
}

extension SignatureError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notAnObject: "Only an object of JSON can be signed"
    case .notCanonical(let error): "The object cannot be signed: \(error)"
    case .missing(let user, let key): "The signature of \(user) by \(key) is missing"
    case .malformed(let user, let key): "The signature of \(user) by \(key) is not readable"
    case .wrong(let user, let key): "The signature of \(user) by \(key) is not valid"
    case .cipher(let error): error.description
    }
  }
}
