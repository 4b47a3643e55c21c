package import Ciphers
package import CrossSigning
package import Olm
import SQLite

/// The reasons why the machine cannot do what is asked. Nothing was stored, unless only the database's guard could not be written
/// (`disk`).
package enum MachineError: Error, Hashable, Sendable {
  /// SQLite could not read or write the database.
  case database(code: Int32, errno: Int32, message: String)
  /// A file could not be read or written.
  case disk(errno: Int32, path: String)
  /// Another process uses this account.
  case inUse
  /// The database belongs to another user or device.
  case otherAccount
  /// The database was written by a later version of the program.
  case laterVersion(Int)
  /// A row of the database is not what this program writes.
  case damaged(String)
  /// An account or a session failed.
  case olm(OlmError)
  /// A cipher failed.
  case cipher(CipherError)
  /// An object could not be signed.
  case signature(SignatureError)
  /// An answer of the server does not have the form that the specification gives it.
  case malformedAnswer(String)
  /// The room is not known to be encrypted, so its encryption settings are missing.
  case notEncrypted(room: String)
  /// The room uses an algorithm that is not supported.
  case unsupportedAlgorithm(room: String)
  /// The room's key is not shared yet, or must be replaced before the next event: call `prepare`.
  case notPrepared(room: String)
  /// The content of an event is no object of JSON.
  case malformedContent
  /// The transaction id was used for another event.
  case transactionReused(String)
}

extension MachineError: DatabaseFault {
  package static func sqlite(code: Int32, errno: Int32, message: String) -> MachineError {
    .database(code: code, errno: errno, message: message)
  }

  package static func system(errno: Int32, path: String) -> MachineError { .disk(errno: errno, path: path) }

  /// Whether the same call may succeed later without anything else changing.
  package var isTemporary: Bool {
    switch self {
    case .database(let code, _, _): !ResultCode.isDamage(code)
    case .disk, .inUse, .notPrepared: true
    // The library had no memory.
    case .cipher(.refusedByLibrary), .olm(.cipher(.refusedByLibrary)): true
    default: false
    }
  }

  /// Whether the keys, or a part of them, are lost. Only a new device gets new ones: others would take new keys of a known device
  /// for an attack.
  package var isDamage: Bool {
    switch self {
    case .database(let code, _, _): ResultCode.isDamage(code)
    case .damaged, .otherAccount, .olm(.pickleDamaged): true
    default: false
    }
  }
}

extension MachineError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .database(_, _, let message): "The database of encryption keys failed: \(message)"
    case .disk(let code, let path): "\(path) cannot be used (error \(code))"
    case .inUse: "Another program uses the encryption keys of this account"
    case .otherAccount: "The database of encryption keys belongs to another account"
    case .laterVersion(let version): "The database of encryption keys has version \(version), which is later"
    case .damaged(let what): "The database of encryption keys is damaged: \(what)"
    case .olm(let error): error.description
    case .cipher(let error): error.description
    case .signature(let error): error.description
    case .malformedAnswer(let what): "The server's answer has no valid \(what)"
    case .notEncrypted(let room): "\(room) is not encrypted"
    case .unsupportedAlgorithm(let room): "\(room) is encrypted in a way that is not supported"
    case .notPrepared(let room): "The key of \(room) is not shared yet"
    case .malformedContent: "The content of the event is no object"
    case .transactionReused(let id): "The transaction id \(id) was used for another event"
    }
  }
}

/// Wraps the error of an account or a session.
func olm<Value>(_ work: @autoclosure () throws(OlmError) -> Value) throws(MachineError) -> Value {
  do { return try work() } catch { throw .olm(error) }
}

/// Wraps the error of a cipher.
func ciphered<Value>(_ work: @autoclosure () throws(CipherError) -> Value) throws(MachineError) -> Value {
  do { return try work() } catch { throw .cipher(error) }
}

/// Wraps the error of signing an object or reading a signed one.
func signing<Value>(_ work: @autoclosure () throws(SignatureError) -> Value) throws(MachineError) -> Value {
  do { return try work() } catch { throw .signature(error) }
}
