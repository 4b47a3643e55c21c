package import Ciphers
import FileSystem
import Glibc

/// A new recovery key, for one plan. The user must confirm or save it before the plan is performed, because without it the stored
/// keys are lost.
package struct NewRecoveryKey {
  /// The key in groups of four characters, as ASCII.
  package let text: Secret
  package let key: SecretStorageKey
  /// The id in the account data.
  let id: String

  /// Makes a key.
  package init(randomWith suite: CipherSuite) throws(RecoveryError) {
    do {
      key = try SecretStorageKey(suite.randomSecret(count: 32))
      id = Base64.text(try suite.randomBytes(count: 24), .url)
    } catch { throw .cipher(error) }
    text = RecoveryKey.text(for: key)
  }

  /// Throws unless the typed text is this key, which shows that the user has a copy.
  package func confirm(_ typed: String, with suite: CipherSuite) throws(RecoveryError) {
    let cleaned = TypedText.withoutDecoration(typed)
    guard !cleaned.isEmpty else { throw .nothingTyped }
    let typed: SecretStorageKey
    do { typed = try RecoveryKey.read(cleaned) } catch { throw .notRecoveryKey(error) }
    guard suite.isEqual(typed.secret, key.secret) else { throw .otherRecoveryKey(keyName: "this account") }
  }

  /// Writes the key to a new file with mode 0600. An existing file is not overwritten.
  package func save(to path: String) throws(RecoveryError) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .disk(.last(at: path)) }
    defer { close(file) }
    let line = Secret(joining: [text, [UInt8(ascii: "\n")]])
    let isWritten = line.withBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return fsync(file) == 0
    }
    guard !isWritten else { return }
    let fault = SystemFault.last(at: path)
    unlink(path)
    throw .disk(fault)
  }
}
