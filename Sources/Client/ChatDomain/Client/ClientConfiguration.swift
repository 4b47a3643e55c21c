/// What a client does automatically, and when.
public struct ClientConfiguration: Hashable, Sendable {
  /// If false, no draft is saved, loaded, shown or published, and stored drafts are left alone.
  public var isDraftMessagesEnabled = true
  /// The delay between the last edit and publishing a draft to the other devices. Leaving a channel publishes at once.
  public var draftSyncDelay: Duration = .seconds(2)
  /// How long a draft that is edited without such a pause waits at most, unless the pause or `draftSyncInterval` is longer.
  public var longestDraftSyncDelay: Duration = .seconds(10)
  /// The shortest time between two requests for a draft that is edited without such a pause: its first words are seen early,
  /// and a long text is not sent over and over. A pause ends it.
  public var draftSyncInterval: Duration = .zero
  /// The pause before the first retry after a connection failure; each further pause is longer.
  public var firstRetryDelay: Duration = .milliseconds(500)
  /// The longest such pause.
  public var longestRetryDelay: Duration = .seconds(30)
  /// The longest wait that a busy service can ask for; beyond that it is asked again all the same.
  public var longestWait: Duration = .seconds(3600)
  /// How long a deletion, a pin or the removal of a pin waits in the outbox, where it can be taken back; zero: it goes
  /// at once. The outbox remembers when it may go, so a restart does not begin the time anew.
  public var takeBackPeriod: Duration = .zero
  /// Whether the author of a quoted message is mentioned by that, unless it is this user.
  public var mentionsQuotedAuthors = true
  /// Whether other users are told that this user is typing.
  public var signalsTyping = true
  /// The minimum interval between two typing signals.
  public var typingInterval: Duration = .seconds(4)
  /// The number of messages per page.
  public var pageSize = 50
  /// How long a text that left the composer can be restored.
  public var historyAge: Duration = .seconds(30 * 24 * 3600)
  /// The maximum number of such texts.
  public var historyCount = 1000

  /// Creates the defaults, which suit a person at a keyboard.
  public init() {}
}

/// Generates ids that are unique across devices. It is injected, so that tests can predict the ids.
public struct TransactionIDSource: Sendable {
  private let make: @Sendable () -> TransactionID

  /// A source of ids of your own.
  ///
  /// - Parameter make: returns an id that no request of this user ever had, on any device.
  public init(_ make: @escaping @Sendable () -> TransactionID) { self.make = make }

  /// 90 random bits. A string of at most 15 bytes needs no allocation, and sent messages keep their ids in many places.
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
