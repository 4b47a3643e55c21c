/// The settings of a client: what it does automatically, and when.
public struct ClientConfiguration: Hashable, Sendable {
  /// If false, no draft is saved, loaded, shown or published, and stored drafts are not changed.
  public var isDraftMessagesEnabled = true
  /// The delay between the last edit and publishing a draft to the other devices. Leaving a channel publishes at once.
  public var draftSyncDelay: Duration = .seconds(2)
  /// The longest delay before publishing a draft that is edited without pause, unless `draftSyncDelay` or `draftSyncInterval`
  /// is longer.
  public var longestDraftSyncDelay: Duration = .seconds(10)
  /// The shortest time between two requests for a draft that is edited without pause: other devices get its first words early,
  /// and a long text is not sent over and over. A pause ends the interval.
  public var draftSyncInterval: Duration = .zero
  /// The pause before the first retry after a connection failure; each further pause is longer.
  public var firstRetryDelay: Duration = .milliseconds(500)
  /// The longest pause between retries.
  public var longestRetryDelay: Duration = .seconds(30)
  /// The longest wait that a busy service can request; after that the client retries in any case.
  public var longestWait: Duration = .seconds(3600)
  /// How long a deletion, a pin or an unpin waits in the outbox, where it can be taken back; zero sends it at once. The outbox
  /// stores the end of the wait, so a restart does not extend it.
  public var takeBackPeriod: Duration = .zero
  /// Whether quoting a message mentions its author, unless that is the current user.
  public var mentionsQuotedAuthors = true
  /// Whether other users are notified that the current user is typing.
  public var signalsTyping = true
  /// The minimum interval between two typing signals.
  public var typingInterval: Duration = .seconds(4)
  /// The number of messages per page.
  public var pageSize = 50
  /// How long a text that left the composer can be restored.
  public var historyAge: Duration = .seconds(30 * 24 * 3600)
  /// The maximum number of texts that can be restored.
  public var historyCount = 1000

  /// The defaults, which suit a person at a keyboard.
  public init() {}
}

/// Generates ids that are unique across devices. It is injected, so that tests can predict the ids.
public struct TransactionIDSource: Sendable {
  private let make: @Sendable () -> TransactionID

  /// Wraps a custom generator.
  ///
  /// - Parameter make: returns an id that no earlier request of this user had, on any device.
  public init(_ make: @escaping @Sendable () -> TransactionID) { self.make = make }

  /// 90 random bits. A string of at most 15 bytes needs no allocation, and many places keep the ids of sent messages.
  public static let random = TransactionIDSource {
    let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_".utf8)
    let bits = [UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max)]
    let text = (0..<15).map { digits[Int(bits[$0 / 10] >> (6 * ($0 % 10)) & 63)] }
    return TransactionID(String(decoding: text, as: UTF8.self))
  }

  /// A new id.
  package func next() -> TransactionID { make() }
}

/// Reads the files of messages. It is injected: the controllers have no access to a file system.
public protocol InputFileReader: Sendable {
  /// The file's size in bytes; throws `fileUnreadable` if it cannot be read.
  func size(ofFileAt path: String) async throws(ChatError) -> Int
  /// A part of the file's bytes; fewer than requested if the file has become shorter.
  func bytes(ofFileAt path: String, in range: Range<Int>) async throws(ChatError) -> [UInt8]
}

/// A reader without files, for clients that only send bytes in memory.
public struct NoInputFiles: InputFileReader {
  /// Creates the reader.
  public init() {}

  public func size(ofFileAt path: String) async throws(ChatError) -> Int {
    throw .refused(.fileUnreadable(name: path))
  }

  public func bytes(ofFileAt path: String, in range: Range<Int>) async throws(ChatError) -> [UInt8] {
    throw .refused(.fileUnreadable(name: path))
  }
}

extension InputFileReader {
  /// The size in bytes of a file of a message.
  package func size(of file: InputFile) async throws(ChatError) -> Int {
    switch file.source {
    case .bytes(let bytes): bytes.count
    case .path(let path): try await size(ofFileAt: path)
    }
  }

  /// A part of the bytes of a file of a message.
  package func bytes(of file: InputFile, in range: Range<Int>) async throws(ChatError) -> [UInt8] {
    switch file.source {
    case .bytes(let bytes): Array(bytes[range.clamped(to: bytes.indices)])
    case .path(let path): try await bytes(ofFileAt: path, in: range)
    }
  }
}
