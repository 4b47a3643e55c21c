import ChatDomain
import SQLite

/// A draft's key as column values. Ids are equal if their bytes are.
struct DraftPlace: Hashable {
  let channel: Value
  let parent: Value

  init(_ key: DraftKey) {
    channel = .id(key.channelId.rawValue)
    parent = .bytes(key.parentId.map { [1] + Array($0.rawValue.utf8) } ?? [])
  }
}
