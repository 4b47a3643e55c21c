import ChatDomain
import DraftEngine
import Foundation
import Glibc
import Testing

@testable import LocalStorage

/// Real mounts; without the permission to mount, other tests cover the same cases.
@Suite("Mounted file systems", .enabled(if: Mount.isPossible, "mounting takes root and the right to do it"))
struct MountTests {
  private let folder: TemporaryFolder
  private let clock = StoppedClock(now: Timestamp(seconds: 1_790_000_000))
  private let key = DraftKey(channelId: "general")

  init() throws { folder = try TemporaryFolder() }

  private func draft(_ text: String) -> StoredDraft {
    StoredDraft(
      key: key, content: DraftContent(elements: [.plainText(text: text)]), createdAt: clock.now,
      updatedAt: clock.now)
  }

  private func open() async throws -> OpenedStore {
    try await SQLiteStore.open(profile: folder.profile, clock: clock)
  }

  @Test(
    "A read-only file system can be read, and is written once possible")
  func readOnly() async throws {
    do { try await open().store.perform([.saveDraft(draft("kept"))]) }
    let mount = try Mount(again: folder.profile)
    try mount.setReadOnly(true)
    let files = try folder.files
    let opened = try await open()
    #expect(opened.trouble == .readOnly)
    #expect(try await opened.store.draft(for: key) == draft("kept"))
    for _ in 0..<2 {
      await #expect(throws: StoreError.readOnly) {
        try await opened.store.perform([.saveDraft(draft("new"))])
      }
    }
    #expect(try folder.files == files)
    try mount.setReadOnly(false)
    await #expect(throws: StoreError.takenOver) { try await opened.store.perform([.saveDraft(draft("new"))]) }
    try await opened.store.perform([.saveDraft(draft("new"))])
    #expect(try await SQLiteStore(path: folder.store, clock: clock).drafts() == [draft("new")])
  }

  @Test(
    "A 1 MB file system that fills up while typing keeps its data, and the rest when there is room"
  )
  func small() async throws {
    try FileManager.default.createDirectory(atPath: folder.profile, withIntermediateDirectories: true)
    let mount = try Mount(memory: "size=1m", at: folder.profile)
    defer { withExtendedLifetime(mount) {} }
    let store = try await open().store
    let filler = folder.profile + "/filler"
    try Data(count: 180_000).write(to: URL(filePath: filler))
    var text = ""
    var kept = ""
    var failure: StoreError?
    while failure == nil, text.utf8.count < 2_000_000 {
      text += String(repeating: "typed ", count: 500)
      do throws(StoreError) {
        try await store.perform([.saveDraft(draft(text))])
        kept = text
      } catch {
        failure = error
      }
    }
    #expect(failure == .full)
    #expect(try await store.draft(for: key)?.content.text == kept)
    try FileManager.default.removeItem(atPath: filler)
    try await store.perform([.saveDraft(draft(text))])
    #expect(try await store.draft(for: key)?.content.text == text)
  }

  @Test("A damaged file that cannot be renamed stays as it is")
  func pinned() async throws {
    let opened = try await open()
    try await opened.store.perform([.saveDraft(draft("kept")), .saveEventToken("token")])
    try await opened.store.execute("UPDATE mark SET record = x'0011'")
    let mount = try Mount(again: folder.store)
    let files = try folder.files
    for _ in 0..<2 {
      await #expect(throws: StoreError.self) { try await opened.store.eventToken() }
      #expect(try folder.files == files)
      #expect(try await opened.store.draft(for: key) == draft("kept"))
    }
    mount.end()
    #expect(try await opened.store.eventToken() == nil)
    #expect(try await opened.store.draft(for: key) == draft("kept"))
    #expect(try folder.files.contains { $0.hasPrefix("store.db-damaged-") })
  }
}

/// A mount that lives as long as this object.
private final class Mount {
  private let place: String
  private var isMounted = true

  /// Determined by trying: root does not always have the permission.
  static let isPossible: Bool = {
    guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
    return (try? Mount(memory: "size=1m", at: folder.path)) != nil
  }()

  /// An empty tmpfs.
  init(memory options: String, at place: String) throws {
    self.place = place
    try Self.mount("none", place, "tmpfs", [], options)
  }

  /// A bind mount of a file or folder over itself, so that it can have its own options.
  init(again place: String) throws {
    self.place = place
    try Self.mount(place, place, nil, [MS_BIND])
  }

  deinit { end() }

  func setReadOnly(_ isReadOnly: Bool) throws {
    try Self.mount("none", place, nil, [MS_REMOUNT, MS_BIND] + (isReadOnly ? [MS_RDONLY] : []))
  }

  func end() {
    guard isMounted else { return }
    isMounted = false
    if umount2(place, Int32(MNT_DETACH)) != 0 { Issue.record("\(place) is still mounted: errno \(errno)") }
  }

  private struct Refused: Error { let number: Int32 }

  /// Through the system call: starting `mount` from a process with hundreds of threads once crashed in Foundation.
  private static func mount(
    _ source: String, _ place: String, _ type: String?, _ flags: [Int], _ options: String? = nil
  ) throws {
    let all = flags.reduce(0) { $0 | UInt($1) }
    guard Glibc.mount(source, place, type, all, options) == 0 else { throw Refused(number: errno) }
  }
}
