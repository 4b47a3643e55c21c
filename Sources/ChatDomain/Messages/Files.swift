/// A file of a message, kept by the service.
public struct FileAttachment: Identifiable, Hashable, Sendable {
  public let id: FileID
  public let name: String
  public let mimeType: String
  public let size: Int

  public init(id: FileID, name: String, mimeType: String, size: Int) {
    self.id = id
    self.name = name
    self.mimeType = mimeType
    self.size = size
  }
}

/// A file to be sent with a message.
public struct InputFile: Hashable, Sendable {
  /// Where the file's bytes are.
  public enum Source: Hashable, Sendable {
    case bytes([UInt8])
    case path(String)
  }

  public var name: String
  public var type: String
  public var source: Source

  public init(name: String, type: String, source: Source) {
    self.name = name
    self.type = type
    self.source = source
  }
}

/// The description of a file that the service gets before the bytes.
public struct FileDescription: Hashable, Sendable {
  public let name: String
  public let mimeType: String
  public let size: Int

  public init(name: String, mimeType: String, size: Int) {
    self.name = name
    self.mimeType = mimeType
    self.size = size
  }
}
