import ChatDomain
import DraftEngine
import Foundation
import TestSupport
import Testing

@testable import LocalStorage

/// Damages every file of a profile in every way, after a clean end and after a kill: no data is lost without a
/// report, and the program starts twice.
///
/// `DAMAGES=500` repeats it that often; `SEED` replays a run.
@Suite("Damage to every file of a profile")
struct DamageMatrixTests {
  private static let count = Int(ProcessInfo.processInfo.environment["DAMAGES"] ?? "") ?? 66
  private static let batches = 6

  @Test("No data is lost silently, and no file prevents the start", arguments: 0..<batches)
  func damages(batch: Int) async throws {
    let seed = TestSeed.value &+ UInt64(batch)
    let isKilled = batch.isMultiple(of: 2)
    var generator = SeededGenerator(seed: seed)
    let life = try await DamagedLife(isKilled: isKilled, &generator)
    var counts: [String: Int] = [:]
    for number in 0..<Self.count / Self.batches {
      // Cycle through the kinds of damage, so that a short run covers all of them.
      let way = DamagedLife.Way.allCases[(number + batch) % DamagedLife.Way.allCases.count]
      let start = try life.damaged(way, &generator)
      let outcome = try await life.outcome(of: start)
      #expect(outcome.fault == nil, "seed \(seed), \(start.words), killed: \(isKilled)")
      counts["\(isKilled ? "killed" : "ended"), \(way): \(outcome.words)", default: 0] += 1
    }
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) { print("seed \(seed)\t\(name)\t\(count)") }
  }
}

/// The files of a profile at three times, and the expected data at the last one.
private struct DamagedLife {
  enum Way: CaseIterable {
    case flip, cutOff, zero, remove, folder, link, older, olderPair
  }

  /// A profile with some damage.
  struct Start {
    let folder: TemporaryFolder
    let words: String
    /// The bytes of the log, if it was damaged.
    var log: [UInt8]?
  }

  struct Outcome {
    var isTold = false
    var isLost = false
    var fault: String?

    var words: String { isTold ? (isLost ? "told" : "told, nothing lost") : "nothing lost" }
  }

  private typealias Files = [String: Data]

  private static let names = ["store.db", "store.db-wal", "store.db-shm", "edits", "lock", "toured"]
  private let clock = StoppedClock(now: Timestamp(seconds: 1_790_000_000))
  /// The files from before and during the last session.
  private var earlier: [Files] = []
  private var files: Files = [:]
  /// All data at the end, and all text ever typed.
  private var kept: Set<String> = []
  private var known: Set<String> = []
  /// The number of the last edit in the tables.
  private var folded: UInt64 = 0
  /// The first number of the log, according to the tables.
  private var begun: UInt64 = 0

  init(isKilled: Bool, _ generator: inout SeededGenerator) async throws {
    let folder = try TemporaryFolder()
    try await live(in: folder, "first", &generator)
    let store = try SQLiteStore.open(profile: folder.profile, clock: clock, system: nil).store
    // A profile also contains this file, which only the tour reads.
    try Data("1".utf8).write(to: URL(filePath: folder.profile + "/toured"))
    earlier.append(try Self.files(of: folder))
    try await use(store, "second", &generator)
    if generator.percent(50) { await store.emptyJournal() }
    earlier.append(try Self.files(of: folder))
    try await use(store, "third", &generator)
    if !isKilled { try await store.checkpoint() }
    kept = try await Self.texts(store)
    (folded, begun) = (try await store.foldedEdits() ?? 0, try await store.begunLog() ?? 0)
    files = try Self.files(of: folder)
  }

  private mutating func live(
    in folder: TemporaryFolder, _ name: String, _ generator: inout SeededGenerator
  ) async throws {
    let store = try SQLiteStore.open(profile: folder.profile, clock: clock, system: nil).store
    try await use(store, name, &generator)
    try await store.checkpoint()
  }

  /// Stores, sends and types.
  private mutating func use(
    _ store: SQLiteStore, _ name: String, _ generator: inout SeededGenerator
  ) async throws {
    func text(_ what: String) -> String {
      "\(name) \(what) " + String(repeating: "word ", count: generator.below(400))
    }
    for number in 0..<4 {
      let key = DraftKey(channelId: ChannelID("\(name) \(number)"))
      let elements: [MessageElement] = [.plainText(text: text("history \(number)"))]
      let stored = draft(text("draft \(number)"), in: key)
      let entry = DraftHistoryEntry(key: key, elements: elements, reason: .cleared, at: clock.now)
      known.formUnion([stored.content.text, elements.text])
      try await store.perform([.saveDraft(stored), .addHistory(entry)])
    }
    let message = Message(
      id: MessageID(name), channelId: "a", author: User(id: "ann"), elements: [.plainText(text: name)],
      createdAt: clock.now)
    let work = OutboxEntry.Work.send(
      NewMessage(transactionId: TransactionID(name), channelId: "a", markup: name))
    try await store.perform([
      .saveOutbox(
        OutboxEntry(sequence: known.count, transactionId: TransactionID(name), work: work, message: message)),
      .saveSession(SessionState(openChannel: "a", isOffline: true)),
    ])
    known.insert("queued \(name)")
    for place in 0..<3 {
      var typed = generator.percent(30) ? String(repeating: "long ", count: 700) : ""
      for number in 0..<4 + generator.below(9) {
        typed += "\(name) \(place) \(number) "
        known.insert(typed)
        _ = await store.takes([.saveDraft(draft(typed, in: DraftKey(channelId: ChannelID("typed \(place)"))))]
        )
        if generator.percent(15) { await store.foldAfterEdit() }
      }
      if generator.percent(40) { try await store.fold() }
    }
  }

  private func draft(_ text: String, in key: DraftKey) -> StoredDraft {
    StoredDraft(
      key: key, content: DraftContent(elements: [.plainText(text: text)]), createdAt: clock.now,
      updatedAt: clock.now)
  }

  private static func files(of folder: TemporaryFolder) throws -> Files {
    var files: Files = [:]
    for name in names { files[name] = FileManager.default.contents(atPath: folder.profile + "/" + name) }
    return files
  }

  private static func texts(_ store: SQLiteStore) async throws -> Set<String> {
    var texts = try await Set(store.drafts().map(\.content.text))
    try await texts.formUnion(store.draftHistory(for: nil, limit: 999).map(\.elements.text))
    try await texts.formUnion(store.outbox().map { "queued \($0.transactionId.rawValue)" })
    _ = (try await store.session(), try await store.eventToken())
    return texts
  }

  // MARK: Damage

  func damaged(_ way: Way, _ generator: inout SeededGenerator) throws -> Start {
    var files = files
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.profile, withIntermediateDirectories: true)
    // Choose a file that is not empty.
    let name = generator.one(of: Self.names.filter { files[$0]?.isEmpty == false })
    let path = folder.profile + "/" + name
    var bytes = files[name] ?? Data()
    // The log is preallocated, and its end is mostly zeros.
    let used = name == "edits" ? (bytes.lastIndex { $0 != 0 } ?? 0) + 1 : bytes.count
    let place = generator.below(used)
    var words = "\(way) \(name)"
    switch way {
    case .flip:
      bytes[place] ^= 1 << UInt8(generator.below(8))
      words += " at \(place)"
    case .cutOff:
      bytes = bytes.prefix(place)
      words += " at \(place)"
    case .zero:
      let end = min(bytes.count, place + 1 + generator.below(generator.percent(50) ? 5_000 : 40))
      bytes.replaceSubrange(place..<end, with: Data(count: end - place))
      words += " \(place)..<\(end)"
    case .remove, .older, .olderPair, .folder, .link: break
    }
    files[name] = [.flip, .cutOff, .zero].contains(way) ? bytes : nil
    switch way {
    case .folder:
      try FileManager.default.createDirectory(atPath: path + "/full", withIntermediateDirectories: true)
    case .link:
      try bytes.write(to: URL(filePath: folder.path + "/elsewhere"))
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: folder.path + "/elsewhere")
    case .older, .olderPair:
      let which = generator.below(earlier.count)
      let others = Self.names.filter { $0 != name && !isSilent([name, $0], of: which) }
      let pair = way == .olderPair ? [name, generator.one(of: others)] : [name]
      for name in pair { files[name] = earlier[which][name] }
      words = "\(way) \(pair) of \(which)"
    default: break
    }
    for (name, bytes) in files { try bytes.write(to: URL(filePath: folder.profile + "/" + name)) }
    let isLogDamaged = name == "edits" && [.flip, .zero].contains(way)
    return Start(folder: folder, words: words, log: isLogDamaged ? Array(bytes) : nil)
  }

  /// Whether the loss cannot be noticed because only files of an earlier time recorded the later edits: a log of the
  /// same session, and the lock file of its time. After a power cut a log may lack edits that the tables have.
  private func isSilent(_ names: Set<String>, of which: Int) -> Bool {
    guard names == ["edits", "lock"], let edits = earlier[which]["edits"] else { return false }
    return EditReplay(Array(edits)).last ?? 0 >= begun
  }

  // MARK: Results

  func outcome(of start: Start) async throws -> Outcome {
    var outcome = Outcome()
    let opened: OpenedStore
    let found: Set<String>
    do {
      opened = try SQLiteStore.open(profile: start.folder.profile, clock: clock, system: nil)
      found = try await Self.texts(opened.store)
    } catch {
      outcome.fault = "it did not start: \(error)"
      return outcome
    }
    let names = try start.folder.files
    outcome.isLost = !kept.isSubset(of: found)
    outcome.isTold =
      opened.recovery != nil || opened.logRecovery != nil || opened.trouble != nil
      || names.contains { $0.contains("-damaged-") }
    if outcome.isLost, !outcome.isTold {
      outcome.fault = "lost in silence: \(kept.subtracting(found).map { $0.prefix(30) })"
    }
    if !found.isSubset(of: known) {
      outcome.fault = "nobody typed \(found.subtracting(known).map { $0.prefix(30) })"
    }
    if let log = start.log, let missing = try missing(of: log, in: found) { outcome.fault = missing }
    do {
      // The first one is left as by a kill.
      let other = try TemporaryFolder()
      try FileManager.default.removeItem(atPath: other.path)
      try FileManager.default.copyItem(atPath: start.folder.path, toPath: other.path)
      let again = try SQLiteStore.open(profile: other.profile, clock: clock, system: nil).store
      let second = try await Self.texts(again)
      if !found.isSubset(of: second) { outcome.fault = "lost at the second start" }
    } catch {
      outcome.fault = "it did not start again: \(error)"
    }
    return outcome
  }

  /// The readable edits of a damaged log: the last one of each draft must be there.
  private func missing(of log: [UInt8], in found: Set<String>) throws -> String? {
    var last: [DraftPlace: String] = [:]
    var floor = folded
    // Searches at every byte, independently of the product's log reader.
    for start in log.indices {
      guard let frame = EditFrame(at: log[start...]), frame.number > floor else { continue }
      floor = frame.number
      for change in try frame.changes() {
        if case .whole(let key, let head, let record, let background) = change {
          let bytes = try DraftBytes(head: head, record: record, background: background)
          last[DraftPlace(key)] = try bytes.draft().content.text
        }
      }
    }
    let lost = last.values.filter { text in !found.contains { $0.hasPrefix(text) } }
    return lost.isEmpty ? nil : "the log has \(lost.map { $0.suffix(20) })"
  }
}
