package import Ciphers
package import JSON

/// The encrypted secret storage of an account, as the server has it.
///
/// Client-Server API, "Secrets". The server stores private keys, encrypted under a key that only the user has.
package struct SecretStorage: Sendable {
  /// The contents of account data by type.
  let contents: [String: JSONNode]
  /// The key that new secrets are stored under.
  package let defaultKeyID: String?
  /// The described and supported keys, the default one first.
  package let keys: [KeyDescription]
  /// Why the default key is not among them.
  private let defaultKeyError: RecoveryError?

  /// Reads account data.
  ///
  /// - Parameter contents: all global account data, or at least the types of `defaultKeyType`, `type(ofKey:)` and the secrets.
  package init(accountData contents: [String: JSONNode]) {
    self.contents = contents
    defaultKeyID = contents[KeyDescription.defaultKeyType]?["key"]?.string
    let prefix = KeyDescription.typePrefix
    var ids = contents.keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
      .sorted()
    if let defaultKeyID { ids.insert(defaultKeyID, at: 0) }
    var (keys, defaultKeyError): ([KeyDescription], RecoveryError?) = ([], nil)
    for (position, id) in ids.enumerated() where ids.firstIndex(of: id) == position {
      // Deleted account data is an empty object.
      guard let content = contents[prefix + id], !content.members.isEmpty else {
        if id == defaultKeyID { defaultKeyError = .keyNotDescribed(keyID: id) }
        continue
      }
      do { keys.append(try KeyDescription(content, id: id)) } catch {
        if id == defaultKeyID { defaultKeyError = error }
      }
    }
    (self.keys, self.defaultKeyError) = (keys, defaultKeyError)
  }

  /// The account data that names the default key.
  package static var defaultKeyType: String { KeyDescription.defaultKeyType }
  /// The account data that describes a key.
  package static func type(ofKey id: String) -> String { KeyDescription.typePrefix + id }

  /// Whether there is anything to open.
  package var exists: Bool { !keys.isEmpty }
  /// Whether a passphrase opens it as well as the recovery key.
  package var acceptsPassphrase: Bool { keys.contains { $0.passphrase != nil } }

  /// Opens secret storage with the recovery key or passphrase that the user typed.
  ///
  /// A passphrase takes about 0.2 s, so call this off the main thread. Every described key is accepted, the default one first,
  /// because users keep old recovery keys.
  package func open(_ typed: String, with suite: CipherSuite) throws(RecoveryError) -> OpenSecretStorage {
    guard let first = keys.first else { throw defaultKeyError ?? .noSecretStorage }
    let cleaned = TypedText.withoutDecoration(typed)
    guard !cleaned.isEmpty else { throw .nothingTyped }
    let key: SecretStorageKey
    do throws(CipherError) {
      key = try RecoveryKey.read(cleaned)
    } catch {
      if let open = try open(passphrase: typed, suite) { return open }
      guard acceptsPassphrase, !TypedText.looksLikeRecoveryKey(cleaned) else { throw .notRecoveryKey(error) }
      throw .wrongPassphrase(keyName: first.name)
    }
    return try open(key, with: suite)
  }

  /// Opens secret storage with a key that is known.
  package func open(_ key: SecretStorageKey, with suite: CipherSuite) throws(RecoveryError)
    -> OpenSecretStorage
  {
    guard let first = keys.first else { throw defaultKeyError ?? .noSecretStorage }
    for description in keys where try isRight(key, for: description, suite) {
      return OpenSecretStorage(key, description, in: self)
    }
    throw try error(forWrong: first)
  }

  private func open(passphrase: String, _ suite: CipherSuite) throws(RecoveryError) -> OpenSecretStorage? {
    // A blank at an end may come from a paste, or be part of the passphrase.
    let trimmed = TypedText.trimmed(passphrase)
    let spellings = trimmed == passphrase ? [passphrase] : [passphrase, trimmed]
    for description in keys {
      guard let derivation = description.passphrase else { continue }
      for spelling in spellings {
        let key: SecretStorageKey
        do {
          key = try SecretStorageKey(
            passphrase: spelling, salt: derivation.salt, rounds: derivation.rounds, with: suite)
        } catch { throw .cipher(error) }
        if try isRight(key, for: description, suite) { return OpenSecretStorage(key, description, in: self) }
      }
    }
    return nil
  }

  /// Whether a key is proven to be the described one: by the check value, or by a secret that it opens.
  ///
  /// A key without proof is refused, because new secrets would be sealed under it.
  private func isRight(
    _ key: SecretStorageKey, for description: KeyDescription, _ suite: CipherSuite
  ) throws(RecoveryError) -> Bool {
    if description.check != nil { return try description.isChecked(by: key, suite) }
    for (name, sealed) in secrets(under: description.id) {
      do throws(CipherError) {
        _ = try key.open(sealed, name: name, with: suite)
        return true
      } catch .notAuthentic {
        continue
      } catch { throw .cipher(error) }
    }
    return false
  }

  private func error(forWrong description: KeyDescription) throws(RecoveryError) -> RecoveryError {
    guard description.check != nil || !secrets(under: description.id).isEmpty else {
      return .keyCannotBeChecked(keyID: description.id)
    }
    return .otherRecoveryKey(keyName: description.name)
  }

  private func secrets(under id: String) -> [(name: String, sealed: SealedSecret)] {
    contents.sorted { $0.key < $1.key }.compactMap { name, content in
      do { return try Self.sealed(content, under: id).map { (name, $0) } } catch { return nil }
    }
  }

  /// The encrypted form of a secret; nil if it is not stored under this key.
  static func sealed(_ content: JSONNode, under id: String) throws(CipherError) -> SealedSecret? {
    guard let fields = content["encrypted"]?[id], let iv = fields["iv"]?.string,
      let ciphertext = fields["ciphertext"]?.string, let mac = fields["mac"]?.string
    else { return nil }
    return try SealedSecret(iv: iv, ciphertext: ciphertext, mac: mac)
  }
}

/// Cleans up typed text.
enum TypedText {
  /// The text without quotes, dashes and the like, none of which can be in a recovery key.
  static func withoutDecoration(_ text: String) -> String {
    String(String.UnicodeScalarView(trimmed(text).unicodeScalars.filter { !decoration.contains($0) }))
  }

  /// The text without blanks at its ends.
  static func trimmed(_ text: String) -> String {
    let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace || scalar == "\u{FEFF}" }
    let start = text.unicodeScalars.drop(while: isBlank)
    let count = start.reversed().prefix(while: isBlank).count
    return String(String.UnicodeScalarView(start.dropLast(count)))
  }

  /// Whether the text is a mistyped recovery key rather than a wrong passphrase.
  static func looksLikeRecoveryKey(_ text: String) -> Bool {
    let letters = text.unicodeScalars.filter { !$0.properties.isWhitespace }
    return (40...56).contains(letters.count) && letters.first == "E" && letters.allSatisfy(\.isASCII)
  }

  private static let decoration: Set<Unicode.Scalar> = [
    "\"", "'", "`", "-", "_", ".", ",", ":", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}",
    "\u{2018}",
    "\u{2019}", "\u{201C}", "\u{201D}", "\u{AB}", "\u{BB}",
  ]
}
