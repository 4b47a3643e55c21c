import ChatDomain
import DraftEngine
import Foundation
import Testing

@testable import LocalStorage

/// Real mounts; where nobody may mount anything, the other tests of the same things have to do.
@Suite("Mounts", .enabled(if: Mount.isPossible, "mounting takes root and the right to do it"))
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
    "On a file system that is read-only what was kept can be read, and is written to once that is possible")
  func readOnly() async throws {
    do { try await open().store.perform([.saveDraft(draft("kept"))]) }
    let mount = try Mount("--bind", folder.profile, at: folder.profile)
    try mount.remount("bind,ro")
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
    try mount.remount("bind,rw")
    await #expect(throws: StoreError.takenOver) { try await opened.store.perform([.saveDraft(draft("new"))]) }
    try await opened.store.perform([.saveDraft(draft("new"))])
    #expect(try await SQLiteStore(path: folder.store, clock: clock).drafts() == [draft("new")])
  }

  @Test(
    "A file system of 1 MB that fills up while somebody types: what is there is kept, the rest when there is room"
  )
  func small() async throws {
    try FileManager.default.createDirectory(atPath: folder.profile, withIntermediateDirectories: true)
    let mount = try Mount("-t", "tmpfs", "-o", "size=1m", "none", at: folder.profile)
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

  @Test("A damaged file that may not get another name stays as it is")
  func pinned() async throws {
    let opened = try await open()
    try await opened.store.perform([.saveDraft(draft("kept")), .saveEventToken("token")])
    try await opened.store.execute("UPDATE mark SET record = x'0011'")
    let mount = try Mount("--bind", folder.store, at: folder.store)
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

/// Something that is mounted as long as this lives.
private final class Mount {
  private let place: String
  private var isMounted = true

  /// Tried, for root has not everywhere the right to do it.
  static let isPossible: Bool = {
    guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
    return (try? Mount("-t", "tmpfs", "none", at: folder.path)) != nil
  }()

  init(_ arguments: String..., at place: String) throws {
    self.place = place
    try Self.run("/bin/mount", arguments + [place])
  }

  deinit { end() }

  func remount(_ options: String) throws { try Self.run("/bin/mount", ["-o", "remount,\(options)", place]) }

  func end() {
    guard isMounted else { return }
    isMounted = false
    do { try Self.run("/bin/umount", ["-l", place]) } catch { Issue.record("\(place) is still mounted") }
  }

  private struct Refused: Error {}

  private static func run(_ command: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: command)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Refused() }
  }
}
