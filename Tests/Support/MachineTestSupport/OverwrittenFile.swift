public import Foundation

/// Writes into an existing file, which stays the same file: a new one would count as a copy of the keys.
public func overwrite(_ path: String, with data: Data) throws {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  guard file >= 0 else { throw CocoaError(.fileWriteUnknown) }
  defer { close(file) }
  guard data.withUnsafeBytes({ write(file, $0.baseAddress, $0.count) }) == data.count else {
    throw CocoaError(.fileWriteUnknown)
  }
}
