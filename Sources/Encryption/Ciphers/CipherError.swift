package import FileSystem

/// The reasons why a cipher cannot do its work.
package enum CipherError: Error, Hashable, Sendable {
  /// libcrypto is not installed.
  case libraryMissing(name: String)
  /// The library lacks a function or is too old.
  case libraryUnfit(name: String, lacking: String)
  /// A call that should succeed for every input failed, for example because memory ran out.
  case refusedByLibrary(call: String)
  /// The bytes are no public key, or one of small order: agreements with such a key are predictable, and it accepts forged
  /// signatures.
  case unusablePublicKey
  /// The signature is not one of this text by this key.
  case wrongSignature
  /// The text is not canonical base64.
  case notBase64
  /// The padding of a block cipher is wrong.
  case wrongPadding
  /// A key or another field of fixed size has another size.
  case wrongSize(expected: Int, found: Int)
  /// The MAC or the hash does not match: the content was changed, or the key is another one.
  case notAuthentic
  /// The description of an encrypted file names a version or an algorithm that is not supported.
  case unknownFileFormat(String)
  /// A file could not be read or written.
  case disk(SystemFault)
  /// The recovery key has a character outside of its alphabet, at this position among the characters that are not blanks.
  case recoveryKeyAlphabet(position: Int)
  /// The recovery key has this number of characters, without blanks, instead of 48.
  case recoveryKeyLength(Int)
  /// The text does not begin with "Es", as every recovery key does.
  case recoveryKeyPrefix
  /// The recovery key has a typing error.
  case recoveryKeyChecksum
  /// The number of rounds for a passphrase is 0 or would take minutes.
  case unusableRounds(Int)
}

extension CipherError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .libraryMissing(let name): "Encryption needs \(name) of OpenSSL 3, which is not installed"
    case .libraryUnfit(let name, let lacking):
      "Encryption needs OpenSSL 3; the installed \(name) lacks \(lacking)"
    case .refusedByLibrary(let call): "libcrypto failed in \(call)"
    case .unusablePublicKey: "A public key is not valid"
    case .wrongSignature: "A signature is not valid"
    case .notBase64: "A text is not canonical base64"
    case .wrongPadding: "The padding of an encrypted text is wrong"
    case .wrongSize(let expected, let found): "A field has \(found) bytes instead of \(expected)"
    case .notAuthentic: "The content was changed, or the key is another one"
    case .unknownFileFormat(let name): "Encrypted files of the kind \"\(name)\" are not supported"
    case .disk(let fault): fault.description
    case .recoveryKeyAlphabet(let position): "Character \(position) cannot be in a recovery key"
    case .recoveryKeyLength(let count): "A recovery key has 48 characters, this text has \(count)"
    case .recoveryKeyPrefix: "This is not a recovery key, which begins with \"Es\""
    case .recoveryKeyChecksum: "The recovery key has a typing error"
    case .unusableRounds(let rounds): "A passphrase with \(rounds) rounds is not supported"
    }
  }
}
