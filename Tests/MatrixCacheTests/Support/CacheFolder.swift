import ChatDomain
import Foundation

@testable import MatrixService

/// A folder for the cache of one test, removed with its last reference.
final class CacheFolder: Sendable {
  private let url = FileManager.default.temporaryDirectory.appending(path: "inkwell-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // A folder that cannot be removed is left to the system to clean up.
    try? FileManager.default.removeItem(at: url)
  }

  var path: String { url.appending(path: "cache.db").path }

  func open() throws -> MatrixCache { try MatrixCache(path: path, of: "@ann:s", on: "laptop") }

  func open(through system: String) throws -> MatrixCache {
    try MatrixCache(CacheFile(path: path, user: "@ann:s", device: "laptop", system: system))
  }

  /// The bytes of the file, or of a companion file.
  func bytes(_ end: String = "") throws -> [UInt8] { try Array(Data(contentsOf: URL(filePath: path + end))) }

  func write(_ bytes: [UInt8], _ end: String = "") throws {
    try Data(bytes).write(to: URL(filePath: path + end))
  }

  func mode() throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? -1
  }
}

/// Short notations for events and rooms.
enum Samples {
  static let room: ChannelID = "!room"
  static let other: ChannelID = "!other"

  static func event(
    _ id: MessageID, at token: UInt64, in room: ChannelID = room, slice: SliceID? = nil,
    kind: CachedEvent.Kind = .message, isShown: Bool = true, isCounted: Bool = true,
    isInChannel: Bool = true, under parent: MessageID? = nil, about target: MessageID? = nil,
    quoting quoted: MessageID? = nil, by sender: UserID = "@ben:s", mentionsMe: Bool = false,
    sentAs transaction: TransactionID? = nil, bytes: [UInt8] = [1, 2, 3]
  ) -> CachedEvent {
    CachedEvent(
      id: id, room: room, token: Timetoken(token), slice: slice, kind: kind, isShown: isShown,
      isCounted: isCounted, isInChannel: isInChannel, parentId: parent, target: target, quoted: quoted,
      sender: sender, mentionsMe: mentionsMe, transactionId: transaction, bytes: bytes)
  }

  static func cache() throws -> MatrixCache {
    try MatrixCache(path: nil, of: "@ann:s", on: "laptop")
  }

  /// Names that a hostile server could use, all with different bytes.
  static let names = [
    "", " ", "\0", "a\0b", "a\0", "é", "e\u{301}", "'; DROP TABLE event; --", "漢字", "👩‍👩‍👧",
    String(repeating: "x", count: 100_000),
  ]
}

extension ChatIdentifier {
  var bytes: [UInt8] { Array(rawValue.utf8) }
}

extension HistoryTrimmer {
  /// Trims the live slice of a room to this many events.
  @discardableResult
  func trim(_ room: ChannelID, keeping count: Int, before token: String) throws -> Int {
    guard let cut = try cut(of: room, keeping: count) else { return 0 }
    return try trim(room, from: cut, before: token)
  }
}
