import ChatDomain
import Foundation
import InMemoryService
import LocalStorage
import Measuring

/// A key press in a stored draft.
enum KeyRows {
  private static let key = DraftKey(channelId: "general")

  static func all() -> [Contest] {
    let sizes: [(bytes: Int, name: String)] = [(200, "200 B"), (10_000, "10 kB"), (100_000, "100 kB")]
    return sizes.map { size in
      Contest(
        group: "a key", name: size.name, fewest: 1_000,
        contestants: [stored(size.bytes), written(size.bytes), inMemory(size.bytes)])
    }
  }

  private static func stored(_ bytes: Int) -> Contestant {
    let desk = Once {
      let folder = try StoreFolder()
      return Desk(folder, try await folder.open(), TypedDraft(key, bytes: bytes))
    }
    return Contestant(name: "in a file, with mentions and ancestor") { stopwatch in
      let desk = try await desk()
      desk.draft.type()
      let change = StoreChange.saveDraft(desk.draft.stored)
      try await stopwatch.measureWaiting { try await desk.store.perform([change]) }
      stopwatch.keep(desk.draft.stored.caret)
    }
  }

  private static func inMemory(_ bytes: Int) -> Contestant {
    let store = InMemoryStore()
    var draft = TypedDraft(key, bytes: bytes)
    return Contestant(name: "in a dictionary in memory") { stopwatch in
      draft.type()
      let change = StoreChange.saveDraft(draft.stored)
      try await stopwatch.measureWaiting { try await store.perform([change]) }
      stopwatch.keep(draft.stored.caret)
    }
  }

  private static func written(_ bytes: Int) -> Contestant {
    let file = Once { try PlainFile() }
    var draft = TypedDraft(key, bytes: bytes)
    return Contestant(name: "a write() of its words") { stopwatch in
      let file = try await file()
      draft.type()
      let words = Array(draft.stored.content.text.utf8)
      stopwatch.measure { file.replace(words) }
      stopwatch.keep(words.count)
    }
  }

  private final class Desk {
    let folder: StoreFolder
    let store: SQLiteStore
    var draft: TypedDraft

    init(_ folder: StoreFolder, _ store: SQLiteStore, _ draft: TypedDraft) {
      self.folder = folder
      self.store = store
      self.draft = draft
    }
  }
}

/// Plain writes without a store as the floor, always at the same offset: a growing file keeps the disk busy.
final class PlainFile {
  private let folder: StoreFolder
  private let file: Int32

  init() throws {
    folder = try StoreFolder()
    file = open(folder.url.path + "/plain", O_RDWR | O_CREAT, 0o600)
    precondition(file >= 0, "no file to compare with")
  }

  func replace(_ bytes: [UInt8]) {
    precondition(pwrite(file, bytes, bytes.count, 0) == bytes.count, "the disk is full")
  }
}
