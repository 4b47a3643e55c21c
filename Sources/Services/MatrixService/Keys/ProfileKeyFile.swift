import Ciphers
import EncryptionMachine
import FileSystem
import Glibc

/// The key that seals all others, in a file of its own: a copied database is useless without it.
struct ProfileKeyFile {
  let folder: String

  private var path: String { "\(folder)/keys.secret" }

  /// The key from the file, which is created if there is no database yet, and replaced if it is incomplete then.
  ///
  /// - Parameter isNew: whether there is no database yet. A new key could not open an existing database.
  func key(_ suite: CipherSuite, isNew: Bool) throws(MachineError) -> Secret {
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    if file < 0, errno == ENOENT {
      guard isNew else { throw .damaged("\(path) is missing") }
      return try newKey(suite)
    }
    guard file >= 0 else { throw .disk(errno: errno, path: path) }
    defer { close(file) }
    do throws(MachineError) { return try key(in: file) } catch .damaged where isNew {
      // It opens nothing, not even the keys of an earlier device.
      return try newKey(suite)
    }
  }

  private func key(in file: Int32) throws(MachineError) -> Secret {
    try Secret(count: Self.keyLength) { (bytes) throws(MachineError) in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.read(file, UnsafeMutableRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw .damaged(path) }
        rest = rest.dropFirst(count)
      }
    }
  }

  private func newKey(_ suite: CipherSuite) throws(MachineError) -> Secret {
    let new: Secret
    do { new = try suite.randomSecret(count: Self.keyLength) } catch { throw .cipher(error) }
    try write(new)
    return new
  }

  private static let keyLength = 32

  private func write(_ key: Secret) throws(MachineError) {
    let part = path + ".new"
    unlink(part)
    let file = Glibc.open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw .disk(errno: errno, path: part) }
    defer { close(file) }
    let isWritten = key.withBytes { bytes in Glibc.write(file, bytes.baseAddress, bytes.count) == bytes.count
    }
    guard isWritten, fsync(file) == 0, rename(part, path) == 0 else { throw .disk(errno: errno, path: part) }
    // The name must not be lost in a power cut: without this key all others are useless.
    do throws(SystemFault) { try Folder(folder).sync() } catch {
      throw .disk(errno: error.code, path: error.path)
    }
  }
}
