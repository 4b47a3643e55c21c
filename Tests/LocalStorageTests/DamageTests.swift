import ChatDomain
import DraftEngine
import Foundation
import Testing

@testable import LocalStorage

/// Cases of damage that once lost data silently.
@Suite("Detected damage")
struct DamageTests {
  private let folder: TemporaryFolder
  private let clock = StoppedClock(now: Timestamp(seconds: 1_790_000_000))
  private let key = DraftKey(channelId: "general")

  init() throws { folder = try TemporaryFolder() }

  private func draft(_ text: String, in channel: ChannelID = "general") -> StoredDraft {
    StoredDraft(
      key: DraftKey(channelId: channel), content: DraftContent(elements: [.plainText(text: text)]),
      createdAt: clock.now, updatedAt: clock.now)
  }

  private func open(_ folder: TemporaryFolder) throws -> OpenedStore {
    try SQLiteStore.open(profile: folder.profile, clock: clock, system: nil)
  }

  /// A session in which text is stored, sent and typed, and which is then killed or ended.
  private func profile(endsClean: Bool = false) async throws -> ProfileCopy {
    let store = try open(folder).store
    for number in 0..<4 {
      try await store.perform([.saveDraft(draft("draft \(number)", in: ChannelID("channel-\(number)")))])
    }
    try await store.perform([
      .saveSession(SessionState(openChannel: "general")),
      .addHistory(
        DraftHistoryEntry(
          key: key, elements: [.plainText(text: "history")], reason: .cleared, at: clock.now)),
    ])
    var text = ""
    for word in ["one ", "two ", "three ", "four "] {
      text += word
      #expect(await store.takes([.saveDraft(draft(text))]))
    }
    if endsClean { try await store.checkpoint() }
    return try ProfileCopy(of: folder)
  }

  private func texts(_ opened: OpenedStore) async throws -> Set<String> {
    try await Set(opened.store.drafts().map(\.content.text))
  }

  // MARK: The log

  @Test("A flipped bit in any logged edit loses at most that edit and is reported", arguments: 0..<5)
  func flippedEdit(number: Int) async throws {
    let copy = try await profile()
    let frames = EditFrame.frames(in: Array(copy.edits ?? Data()))
    #expect(frames.count == 5)
    let place = frames[..<number].map(\.length).reduce(0, +) + 10
    let damaged = copy.changingEdits { $0[place] ^= 8 }
    let other = try damaged.folder()
    do {
      let opened = try open(other)
      #expect(try await texts(opened).contains(number == 4 ? "one two three " : "one two three four "))
      // A log that lacks only its beginning has all edits.
      let recovery = try #require(opened.logRecovery)
      #expect(recovery.damage == .edits)
      #expect(recovery.description.contains("log of what you typed last was damaged"))
      let name = try #require(recovery.setAsideAs)
      #expect(name == "edits-damaged-2026-09-21-14-13-20")
      #expect(try other.bytes(other.profile + "/" + name) == damaged.edits)
    }
    // It is reported once.
    let again = try open(ProfileCopy(of: other).folder())
    #expect(again.logRecovery == nil && again.recovery == nil)
    #expect(try await texts(again).count == 5)
  }

  @Test("After a damaged beginning the edits of a draft that the tables have are read")
  func editsBehindDamage() async throws {
    let store = try open(folder).store
    var text = String(repeating: "words ", count: 500)
    func typeOn() async {
      for number in 0..<3 {
        text = "\(number) " + text
        #expect(await store.takes([.saveDraft(draft(text))]))
      }
    }
    await typeOn()
    // The tables get the edits, and the log continues.
    try await store.perform([.saveEventToken("1")])
    #expect(try await store.foldedEdits() != nil)
    await typeOn()
    let copy = try ProfileCopy(of: folder).changingEdits { $0[2] ^= 8 }
    let other = try copy.folder()
    let opened = try open(other)
    #expect(opened.logRecovery?.damage == .edits)
    #expect(try await texts(opened) == [text])
  }

  enum Loss: CaseIterable { case removed, emptied, zeroed, cutOff, folder, link, older }

  @Test("A missing, empty, replaced or older log is reported", arguments: Loss.allCases)
  func lostLog(_ loss: Loss) async throws {
    let before = try await profile(endsClean: true)
    let first = try before.folder()
    let store = try open(first).store
    #expect(await store.takes([.saveDraft(draft("typed last", in: "other"))]))
    let copy = try ProfileCopy(of: first).changingLog { bytes in
      switch loss {
      case .removed, .folder, .link: bytes = nil
      case .emptied: bytes = Data()
      case .zeroed: bytes = Data(count: bytes?.count ?? 0)
      case .cutOff: bytes = bytes?.prefix(30)
      case .older: bytes = before.edits
      }
    }
    let other = try copy.folder()
    if loss == .folder {
      try FileManager.default.createDirectory(atPath: other.edits, withIntermediateDirectories: true)
    }
    if loss == .link {
      try FileManager.default.createSymbolicLink(
        atPath: other.edits, withDestinationPath: other.path + "/nothing")
    }
    do {
      let opened = try open(other)
      #expect(opened.logRecovery?.damage == .edits)
      #expect(opened.recovery == nil)
      #expect(try await texts(opened).count == 5)
      #expect(await opened.store.takes([.saveDraft(draft("typed anew", in: "other"))]))
    }
    #expect(try open(ProfileCopy(of: other).folder()).logRecovery == nil)
  }

  @Test("The store knows that its log is in use, even if the lock file does not")
  func lostLogAndLock() async throws {
    let before = try await profile(endsClean: true)
    let first = try before.folder()
    let store = try open(first).store
    #expect(await store.takes([.saveDraft(draft("typed"))]))
    try await store.fold()
    #expect(await store.takes([.saveDraft(draft("typed last"))]))
    let copy = try ProfileCopy(of: first).changingLock { $0 = before.lock }.changingLog { $0 = before.edits }
    #expect(try open(copy.folder()).logRecovery?.damage == .edits)
  }

  @Test("After any clean end nothing is reported", arguments: [true, false])
  func unsuspicious(endsClean: Bool) async throws {
    var copy = try await profile(endsClean: endsClean)
    for step in 0..<6 {
      let other = try copy.folder()
      let opened = try open(other)
      #expect(opened.recovery == nil && opened.logRecovery == nil && opened.trouble == nil, "step \(step)")
      #expect(try await texts(opened).count == 5)
      // No action, a typed edit, or a stored change.
      if step > 0 { #expect(await opened.store.takes([.saveDraft(draft("typed \(step)"))])) }
      if step > 1 { try await opened.store.perform([.saveEventToken(EventToken(rawValue: "\(step)"))]) }
      if step > 2 { try await opened.store.fold() }
      if step > 3 { try await opened.store.perform([.forgetHistory(nil)]) }
      if step > 4 { try await opened.store.checkpoint() }
      copy = try ProfileCopy(of: other)
    }
  }

  // MARK: The store

  @Test(
    "A flipped bit in any mark is repaired at the next start", arguments: ["edits", "session", "generation"])
  func flippedMark(name: String) async throws {
    let copy = try await profile(endsClean: true).changing("") { bytes in
      // After the name comes the record, which begins with its format version.
      guard let range = bytes?.range(of: Data(name.utf8)) else {
        Issue.record("no mark")
        return
      }
      bytes?[range.upperBound + 1] ^= 0x20
    }
    let other = try copy.folder()
    do {
      let opened = try open(other)
      #expect(opened.recovery?.damage == .file)
      #expect(opened.trouble == nil)
      #expect(try await texts(opened).count == 5)
    }
    let again = try open(ProfileCopy(of: other).folder())
    #expect(again.recovery == nil)
    #expect(again.trouble == nil)
    #expect(try await texts(again).count == 5)
    #expect(try await again.store.draftHistory(for: nil, limit: 9).count == 1)
  }

  @Test(
    "A truncated file is never reported as completely readable",
    arguments: [1, 4_096, 9_000, 30_000])
  func cutOff(length: Int) async throws {
    let copy = try await profile(endsClean: true).changing("") { $0 = $0?.prefix(length) }
    let recovery = try #require(try open(copy.folder()).recovery)
    #expect(recovery.found?.unreadable ?? 0 > 0)
    #expect(!recovery.description.contains("Everything could be read"))
  }

  @Test("A page of zeros counts as unreadable")
  func zeroed() async throws {
    let copy = try await profile(endsClean: true)
    let sound = copy[""] ?? Data()
    for page in 1..<sound.count / 4_096 {
      let damaged = copy.changing("") {
        $0?.replaceSubrange(page * 4_096..<(page + 1) * 4_096, with: Data(count: 4_096))
      }
      let opened = try open(damaged.folder())
      let found = try await texts(opened)
      guard let recovery = opened.recovery else {
        #expect(found.count == 5, "page \(page)")
        continue
      }
      #expect(!recovery.description.contains("Everything could be read"), "page \(page)")
    }
  }

  @Test("A folder in place of a journal is never reported as completely readable")
  func folderForJournal() async throws {
    let other = try await profile().changing("-wal") { $0 = nil }.folder()
    try FileManager.default.createDirectory(atPath: other.store + "-wal", withIntermediateDirectories: true)
    let recovery = try #require(try open(other).recovery)
    #expect(!recovery.description.contains("Everything could be read"))
    #expect(try other.files.contains("store.db-damaged-2026-09-21-14-13-20-wal"))
  }

  @Test("A folder or link in place of a file is set aside, and its target stays")
  func replacedFiles() async throws {
    for end in ["", "-wal", "-shm"] {
      for isLink in [true, false] {
        let copy = try await profile()
        let other = try copy.changing(end) { $0 = nil }.folder()
        let path = other.store + end
        if isLink {
          try copy[end]?.write(to: URL(filePath: other.path + "/mine"))
          try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: other.path + "/mine")
        } else {
          try FileManager.default.createDirectory(atPath: path + "/full", withIntermediateDirectories: true)
        }
        let opened = try open(other)
        #expect(opened.trouble == nil, "\(end) \(isLink)")
        #expect(opened.recovery != nil || end == "-shm", "\(end) \(isLink)")
        try await opened.store.perform([.saveDraft(draft("new", in: "new"))])
        if isLink { #expect(try other.bytes(other.path + "/mine") == copy[end], "\(end)") }
      }
    }
  }

  @Test("A missing store with a log or lock left is reported, and the log's text is in the history")
  func goneStore() async throws {
    for keepsLog in [true, false] {
      var copy = try await profile().changing("") { $0 = nil }.changing("-wal") { $0 = nil }
      copy = copy.changing("-shm") { $0 = nil }
      copy = keepsLog ? copy.changingLock { $0 = nil } : copy.changingLog { $0 = nil }
      let other = try copy.folder()
      do {
        let opened = try open(other)
        let recovery = try #require(opened.recovery)
        #expect(recovery.damage == .emptied)
        #expect(recovery.description.contains("was empty or missing, and some text may be lost"))
        #expect(!recovery.description.contains("kept as"))
        #expect(recovery.found?.historyEntries == (keepsLog ? 1 : 0))
        let texts = try await opened.store.draftHistory(for: nil, limit: 9).map { $0.elements }
        #expect(texts == (keepsLog ? [[.plainText(text: "one two three four ")]] : []))
      }
      #expect(try open(ProfileCopy(of: other).folder()).recovery == nil)
    }
  }

  @Test("A missing store with only a lock that records edits is reported too")
  func goneStoreBesideEdits() async throws {
    var copy = try await profile().changing("") { $0 = nil }.changing("-wal") { $0 = nil }
    copy = copy.changing("-shm") { $0 = nil }.changingLog { $0 = nil }
    // After the number of the last edit comes the generation.
    copy = copy.changingLock { $0 = $0?.prefix(64) }
    let other = try copy.folder()
    #expect(try open(other).recovery?.damage == .emptied)
  }

  // MARK: Older copies

  @Test("An older journal with its shared memory is noticed, as is a replaced store")
  func older() async throws {
    let first = try await profile(endsClean: true).folder()
    let ended = try ProfileCopy(of: first)
    let store = try open(first).store
    try await store.perform([.saveDraft(draft("a", in: "late"))])
    let earlier = try ProfileCopy(of: first)
    #expect(await store.takes([.saveDraft(draft("b", in: "later"))]))
    try await store.fold()
    #expect(await store.takes([.saveDraft(draft("typed", in: "log"))]))
    let killed = try ProfileCopy(of: first)
    let olderJournal = killed.changing("-wal") { $0 = earlier["-wal"] }.changing("-shm") {
      $0 = earlier["-shm"]
    }
    let olderStore = ended.changingLock { $0 = killed.lock }.changingLog { $0 = killed.edits }
    for (copy, count) in [(olderJournal, 6), (olderStore, 5)] {
      let other = try copy.folder()
      do {
        let opened = try open(other)
        let recovery = try #require(opened.recovery)
        #expect(recovery.damage == .older)
        #expect(recovery.description.contains("are an older copy, and what was written after it is missing"))
        #expect(recovery.description.contains("What you typed last is in the history, C-x h"))
        #expect(try await texts(opened).count == count)
        // The message may have been sent since.
        let history = try await opened.store.draftHistory(for: nil, limit: 9).map { $0.elements }
        #expect(history.contains([.plainText(text: "typed")]))
        let session = try await opened.store.session()
        #expect(session?.isOffline == true && session?.isOfflineAssumed == true)
      }
      #expect(try open(ProfileCopy(of: other).folder()).recovery == nil)
    }
  }

  // MARK: The session

  @Test("If damage hides whether the session was offline, it starts offline and says that this is assumed")
  func unreadableSession() async throws {
    let copy = try await profile(endsClean: true).changing("") { bytes in
      guard let range = bytes?.range(of: Data("session".utf8)) else {
        Issue.record("no session")
        return
      }
      bytes?[range.upperBound + 3] ^= 1
    }
    let session = try await open(copy.folder()).store.session()
    #expect(session?.isOffline == true && session?.isOfflineAssumed == true)
  }

  @Test("Other damage leaves the session as it was", arguments: [true, false])
  func readableSession(isOffline: Bool) async throws {
    let first = try open(folder).store
    try await first.perform([
      .saveSession(SessionState(openChannel: "general", isOffline: isOffline)), .saveDraft(draft("draft")),
    ])
    try await first.checkpoint()
    let copy = try ProfileCopy(of: folder).changing("") { bytes in
      guard let range = bytes?.range(of: Data("draft".utf8), options: .backwards) else { return }
      bytes?[range.lowerBound] ^= 1
    }
    let other = try copy.folder()
    let store = try open(other).store
    #expect(try await store.drafts().isEmpty)
    #expect(try await store.session() == SessionState(openChannel: "general", isOffline: isOffline))
    #expect(try other.files.contains { $0.contains("-damaged-") })
  }

  @Test("Without its journal a store does not say whether the session was offline")
  func journalGone() async throws {
    let copy = try await profile().changing("-wal") { $0 = nil }
    let session = try await open(copy.folder()).store.session()
    #expect(session?.isOffline == true && session?.isOfflineAssumed == true)
  }
}
