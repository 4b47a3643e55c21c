import ChatDomain
import SQLite

/// A draft's key compared by its bytes: two ids that are canonically equivalent but have different bytes are two places.
struct DraftPlace: Hashable {
  private let key: DraftKey

  init(_ key: DraftKey) { self.key = key }

  /// The key as column values.
  var channel: Value { .id(key.channelId.rawValue) }
  var parent: Value { .bytes(key.parentId.map { [1] + Array($0.rawValue.utf8) } ?? []) }

  static func == (one: DraftPlace, other: DraftPlace) -> Bool {
    guard isSame(one.key.channelId.rawValue, other.key.channelId.rawValue) else { return false }
    switch (one.key.parentId, other.key.parentId) {
    case (nil, nil): return true
    case (let one?, let other?): return isSame(one.rawValue, other.rawValue)
    default: return false
    }
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    var (one, other) = (one, other)
    return one.withUTF8 { one in other.withUTF8 { one.count == $0.count && one.elementsEqual($0) } }
  }

  func hash(into hasher: inout Hasher) {
    var channel = key.channelId.rawValue
    channel.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    guard var parent = key.parentId?.rawValue else { return }
    parent.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
