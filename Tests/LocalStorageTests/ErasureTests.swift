import ChatDomain
import DraftEngine
import Foundation
import Testing

@testable import LocalStorage

@Suite("Erasing")
struct ErasureTests {
  private let folder: TemporaryFolder
  private let clock = StoppedClock(now: Timestamp(seconds: 1))
  private let key = DraftKey(channelId: "general")

  init() throws { folder = try TemporaryFolder() }

  private func entry(_ text: String, of key: DraftKey) -> StoreChange {
    .addHistory(
      DraftHistoryEntry(key: key, elements: [.plainText(text: text)], reason: .cleared, at: clock.now))
  }

  /// The files that contain the text as bytes.
  private func files(holding words: String) throws -> Set<String> {
    try folder.files.filter { name in
      try folder.bytes(folder.profile + "/" + name).range(of: Data(words.utf8)) != nil
    }
  }

  @Test("No file contains the text, long or short, typed as a draft or not")
  func erased() async throws {
    let store = try await SQLiteStore.open(profile: folder.profile, clock: clock).store
    let secret = "the secret that nobody may read"
    for length in [1, 400] {
      let text = String(repeating: secret + ". ", count: length)
      var draft = StoredDraft(
        key: key, content: DraftContent(elements: [.plainText(text: text)]), createdAt: clock.now,
        updatedAt: clock.now)
      try await store.perform([.saveDraft(draft)])
      draft.content.elements = [.plainText(text: text + "!")]
      try await store.perform([.saveDraft(draft)])
      try await store.perform([.deleteDraft(key), entry(text, of: key)])
    }
    let other = DraftKey(channelId: "other")
    try await store.perform([entry("what is kept", of: other)])
    #expect(!(try files(holding: secret).isEmpty))
    try await store.perform([.forgetHistory(key)])
    #expect(try files(holding: secret).isEmpty)
    #expect(!(try files(holding: "what is kept").isEmpty))
    #expect(try await store.draftHistory(for: nil, limit: 9).map(\.key) == [other])
  }

  @Test("No file contains a text that alone was erased, and the others stay")
  func oneText() async throws {
    let store = try await SQLiteStore.open(profile: folder.profile, clock: clock).store
    let secret = "the secret that nobody may read"
    let draft = StoredDraft(
      key: key, content: DraftContent(elements: [.plainText(text: secret)]), createdAt: clock.now,
      updatedAt: clock.now)
    #expect(await store.takes([.saveDraft(draft)]))
    try await store.perform([.deleteDraft(key), entry(secret, of: key), entry("what is kept", of: key)])
    #expect(!(try files(holding: secret).isEmpty))
    try await store.perform([.forgetHistory(key, only: [.plainText(text: secret)])])
    #expect(try files(holding: secret).isEmpty)
    #expect(try await store.draftHistory(for: nil, limit: 9).map(\.elements.text) == ["what is kept"])
  }

  @Test("During a concurrent read it is refused and nothing is forgotten; afterwards it works")
  func reader() async throws {
    let store = try await SQLiteStore.open(profile: folder.profile, clock: clock).store
    let secret = "the secret that nobody may read"
    try await store.perform([entry(secret, of: key)])
    let reader = try await SQLiteStore.open(profile: folder.profile, clock: clock).store
    try await reader.execute("BEGIN")
    #expect(try await reader.draftHistory(for: nil, limit: 9).count == 1)
    await #expect(throws: StoreError.busy) {
      try await store.perform([.saveEventToken("with it"), .forgetHistory(nil)])
    }
    #expect(try await store.draftHistory(for: nil, limit: 9).count == 1)
    #expect(try await store.eventToken() == nil)
    try await reader.execute("COMMIT")
    try await store.perform([.forgetHistory(nil)])
    #expect(try files(holding: secret).isEmpty)
    #expect(try await reader.draftHistory(for: nil, limit: 9).isEmpty)
  }

  @Test("A second open session and a finished export keep nothing of it")
  func secondSession() async throws {
    let store = try await SQLiteStore.open(profile: folder.profile, clock: clock).store
    let secret = "the secret that nobody may read"
    try await store.perform([entry(secret, of: key)])
    let second = try await SQLiteStore.open(profile: folder.profile, clock: clock)
    #expect(second.ownership != .owned)
    let export = try #require(try SQLiteStore.read(profile: folder.profile, clock: clock))
    for reader in [second.store, export] {
      #expect(try await reader.draftHistory(for: nil, limit: 9).map(\.elements.text) == [secret])
      #expect(try await reader.drafts().isEmpty)
    }
    try await store.perform([.forgetHistory(key)])
    #expect(try files(holding: secret).isEmpty)
    for reader in [second.store, export] {
      #expect(try await reader.draftHistory(for: nil, limit: 9).isEmpty)
    }
  }
}
