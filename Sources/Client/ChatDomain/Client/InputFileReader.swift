/// Reads the files of messages. It is injected: the controllers have no access to a file system.
public protocol InputFileReader: Sendable {
  /// The file's size in bytes; throws `fileUnreadable` if it cannot be read.
  func size(ofFileAt path: String) async throws(ChatError) -> Int
  /// A part of the file's bytes; fewer than requested if the file has become shorter.
  func bytes(ofFileAt path: String, in range: Range<Int>) async throws(ChatError) -> [UInt8]
}

/// An empty reader: for clients that only send bytes they have in memory.
public struct NoInputFiles: InputFileReader {
  /// A reader without files.
  public init() {}

  public func size(ofFileAt path: String) async throws(ChatError) -> Int {
    throw .refused(.fileUnreadable(name: path))
  }

  public func bytes(ofFileAt path: String, in range: Range<Int>) async throws(ChatError) -> [UInt8] {
    throw .refused(.fileUnreadable(name: path))
  }
}

extension InputFileReader {
  /// The size of a file of a message.
  package func size(of file: InputFile) async throws(ChatError) -> Int {
    switch file.source {
    case .bytes(let bytes): bytes.count
    case .path(let path): try await size(ofFileAt: path)
    }
  }

  /// A part of a file of a message.
  package func bytes(of file: InputFile, in range: Range<Int>) async throws(ChatError) -> [UInt8] {
    switch file.source {
    case .bytes(let bytes): Array(bytes[range.clamped(to: bytes.indices)])
    case .path(let path): try await bytes(ofFileAt: path, in: range)
    }
  }
}
