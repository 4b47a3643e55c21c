/// A file of a message, kept by the service.
public struct FileAttachment: Identifiable, Hashable, Sendable {
  public let id: FileID
  /// The name under which it was sent. It comes from another person: never use it as a path.
  public let name: String
  /// The type that the sender's client gave, such as `image/png`; nobody has checked it.
  public let mimeType: String
  /// The number of bytes.
  public let size: Int
  /// How large it is as a picture, as the sender's client said; nil if nothing was said. It is not stored.
  public let pictureSize: PictureSize?

  /// For a service that has received a file.
  public init(id: FileID, name: String, mimeType: String, size: Int, pictureSize: PictureSize? = nil) {
    self.id = id
    self.name = name
    self.mimeType = mimeType
    self.size = size
    self.pictureSize = pictureSize
  }
}

/// The size of a picture, in pixels.
public struct PictureSize: Hashable, Sendable {
  /// From left to right.
  public let width: Int
  /// From top to bottom.
  public let height: Int

  /// Nil for what no picture has.
  public init?(width: Int, height: Int) {
    guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height) else { return nil }
    self.width = width
    self.height = height
  }

  private static let longestSide = 65_535
}

/// A file to be sent with a message.
public struct InputFile: Hashable, Sendable {
  /// Where the file's bytes are.
  public enum Source: Hashable, Sendable {
    /// They are in memory.
    case bytes([UInt8])
    /// They are in a file, and are read only when they are sent.
    case path(String)
  }

  /// The name that the receivers see.
  public var name: String
  /// The MIME type that is sent along.
  public var type: String
  /// Where its bytes come from.
  public var source: Source

  /// A file for a draft or a message. Nothing is read until it is sent.
  public init(name: String, type: String, source: Source) {
    self.name = name
    self.type = type
    self.source = source
  }
}

/// The description of a file that the service gets before the bytes.
public struct FileDescription: Hashable, Sendable {
  /// The name that the receivers see.
  public let name: String
  /// The MIME type that is sent along.
  public let mimeType: String
  /// The number of bytes that will follow; the service refuses to finish with fewer.
  public let size: Int

  /// An announcement for ``ChatFiles/beginUpload(_:transactionId:)``.
  public init(name: String, mimeType: String, size: Int) {
    self.name = name
    self.mimeType = mimeType
    self.size = size
  }
}
