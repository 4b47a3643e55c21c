import ChatControllers
import ChatDomain
import ChatTestSupport
import ChatUI
import Composer
import InMemoryService
import Spelling
import Synchronization
import TerminalScreen

/// An editor that changes the text as scripted, and an opener that records its calls.
@MainActor
final class TestPrograms: OtherPrograms {
  var edits: (String) -> String? = { _ in nil }
  /// Whether the editor is left without success.
  var givesUp = false
  /// What the editor saves at once, while it stays open.
  var savesFirst: String?
  /// Runs while the editor is open.
  var meanwhile: @MainActor () async -> Void = {}
  private(set) var opened: [String] = []
  var refusal: ProgramError?
  /// For each call, whether the edited text was saved.
  private(set) var kept: [Bool] = []

  func edit(_ text: String, take: @escaping @MainActor (EditedText) async -> Bool) async throws(ProgramError)
  {
    if let savesFirst { kept.append(await take(.saved(savesFirst))) }
    await meanwhile()
    if let edited = edits(text) { kept.append(await take(givesUp ? .givenUp(edited) : .saved(edited))) }
  }

  /// Whether a clipboard program is installed.
  var hasClipboard = false
  private(set) var clipboard: String?

  @MainActor func copy(_ text: String) async -> Bool {
    if hasClipboard { clipboard = text }
    return hasClipboard
  }

  func endEditing(isHangUp: Bool) async -> String? { nil }

  @MainActor func open(_ address: String) async throws(ProgramError) {
    if let refusal { throw refusal }
    opened.append(address)
  }
}

/// A few in-memory files.
nonisolated struct TestFiles: FileBrowser {
  var sizes: [String: Int] = [
    "/home/mia/notes.txt": 1200, "/home/mia/photo.png": 48_000, "/srv/film.mp4": 200_000,
  ]

  func entries(ofFolder path: String) async -> [String] {
    let folder = path.hasSuffix("/") ? path : path + "/"
    return sizes.keys.filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(folder.count)) }.sorted()
  }

  func size(ofFile path: String) async -> Int? { sizes[expanded(path)] }
  func reasonUnreadable(_ path: String) async -> String { "No such file or directory" }

  func expanded(_ path: String) -> String { path.hasPrefix("~") ? "/home/mia" + path.dropFirst() : path }

  func shortened(_ path: String) -> String {
    path.hasPrefix("/home/mia/") ? "~" + path.dropFirst("/home/mia".count) : path
  }
}

/// Reads the files that `TestFiles` lists.
nonisolated struct TestFileReader: InputFileReader {
  /// A file whose absence is reported late.
  static let lateFailure = "/far/gone.txt"

  func size(ofFileAt path: String) async throws(ChatError) -> Int {
    if path == Self.lateFailure { await Task.yield() }
    guard let size = await TestFiles().size(ofFile: path) else {
      throw .refused(.fileUnreadable(name: path))
    }
    return size
  }

  func bytes(ofFileAt path: String, in range: Range<Int>) async throws(ChatError) -> [UInt8] {
    let size = try await size(ofFileAt: path)
    return Array(repeating: 7, count: range.clamped(to: 0..<size).count)
  }
}

/// A calendar in UTC, so that a screen is the same on every machine.
nonisolated struct UTCCalendar: WallCalendar {
  var timeWidth: Int { 5 }

  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

  func time(_ timestamp: Timestamp) -> String {
    let minutes = timestamp.microseconds / 60_000_000 % 1440
    return "\(two(minutes / 60)):\(two(minutes % 60))"
  }

  func day(_ timestamp: Timestamp, now: Timestamp) -> String { "\(shortDay(timestamp, now: now)) day" }

  func shortDay(_ timestamp: Timestamp, now: Timestamp) -> String { Self.weekdays[dayNumber(timestamp) % 7] }

  func dayNumber(_ timestamp: Timestamp) -> Int { Int(timestamp.microseconds / 86_400_000_000) }

  private func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// Two languages of a few words, with adjustable latency.
@MainActor
final class TestSpelling: SpellChecker {
  private(set) var openings = 0
  private(set) var asked: [String] = []
  private(set) var added: [String] = []
  var missing: [SpellingFault] = []
  /// The latency of suggestions, on this clock.
  var delay: (clock: ManualClock, duration: Duration)?
  /// The latency of checking words, on this clock.
  var verdictDelay: (clock: ManualClock, duration: Duration)?
  /// Whether words can be added.
  var canAdd = true
  private var opened: Set<String> = []
  private var words: [String: Set<String>] = [
    "en_US": ["hello", "world", "help", "held", "the", "house", "is", "my", "and", "don't", "meets", "ask"],
    "de_DE": ["hallo", "welt", "haus", "ist", "das", "straße", "und"],
  ]

  @MainActor func open(_ languages: [String]) async -> OpenedLanguages {
    openings += 1
    opened = missing.contains(.libraryMissing) ? [] : Set(languages).intersection(words.keys)
    return OpenedLanguages(languages: languages.filter(opened.contains), faults: missing)
  }

  @MainActor func wrongWords(among words: [String]) async -> Set<String> {
    asked += words
    if let verdictDelay {
      do { try await verdictDelay.clock.sleep(for: verdictDelay.duration) } catch { return [] }
    }
    guard !opened.isEmpty else { return [] }
    return Set(
      words.filter { word in !opened.contains { self.words[$0]?.contains(word.lowercased()) == true } })
  }

  @MainActor func suggestions(for word: String) async -> [String] {
    if let delay {
      do { try await delay.clock.sleep(for: delay.duration) } catch { return [] }
    }
    // Longest first, for a definite order.
    let beginning = word.lowercased().prefix(3)
    return opened.sorted().reversed().flatMap { language in
      (words[language] ?? []).sorted { ($1.count, $0) < ($0.count, $1) }
    }.filter { $0.hasPrefix(beginning) }
  }

  @MainActor func add(_ word: String, to language: String) async -> Bool {
    guard canAdd else { return false }
    added.append("\(word) \(language)")
    return words[language]?.insert(word.lowercased()).inserted ?? false
  }
}

/// An in-process decoder. The first three bytes of a picture are its width, height and colour.
nonisolated final class TestPictures: PictureReader {
  private let state = Mutex<
    (begun: Int, decoded: Int, obstacle: String?, isClosed: Bool, waiting: [CheckedContinuation<Void, Never>])
  >(
    (0, 0, nil, false, []))

  /// The number of decodings started.
  var begun: Int { state.withLock { $0.begun } }

  /// The number of decodings finished.
  var decoded: Int { state.withLock { $0.decoded } }

  var obstacle: String? {
    get { state.withLock { $0.obstacle } }
    set { state.withLock { $0.obstacle = newValue } }
  }

  /// Blocks decoding until it is opened.
  func close() { state.withLock { $0.isClosed = true } }

  func open() {
    let waiting = state.withLock { state in
      state.isClosed = false
      defer { state.waiting = [] }
      return state.waiting
    }
    for one in waiting { one.resume() }
  }

  func picture(in bytes: [UInt8], fitting size: PictureSize) async throws(ProgramError) -> Picture {
    await withCheckedContinuation { continuation in
      let waits = state.withLock { state in
        state.begun += 1
        if state.isClosed { state.waiting.append(continuation) }
        return state.isClosed
      }
      if !waits { continuation.resume() }
    }
    state.withLock { $0.decoded += 1 }
    guard bytes.count >= 3,
      let picture = Picture(
        width: Int(bytes[0]), height: Int(bytes[1]),
        bytes: (0..<Int(bytes[0]) * Int(bytes[1])).flatMap { _ in [bytes[2], 0, 0, 255] })
    else { throw ProgramError("it is damaged") }
    let scale = min(
      1, Double(size.width) / Double(picture.width), Double(size.height) / Double(picture.height))
    return picture.scaled(
      width: Int((Double(picture.width) * scale).rounded()),
      height: Int((Double(picture.height) * scale).rounded()))
  }
}

/// A store with adjustable latency for saving and for reading drafts, which can refuse to read.
actor SlowStore: WrappedStore {
  enum Reading: Sendable { case drafts, history }

  let wrapped: any LocalStore
  private let clock: ManualClock
  private var delay = Duration.zero
  private var readingDelay = Duration.zero
  private var messagesDelay = Duration.zero
  private var refused: Reading?
  private var isTakenOver = false

  init(_ store: InMemoryStore, clock: ManualClock) {
    wrapped = store
    self.clock = clock
  }

  func take(_ delay: Duration) { self.delay = delay }

  func takeToRead(_ delay: Duration) { readingDelay = delay }

  func takeToReadMessages(_ delay: Duration) { messagesDelay = delay }

  /// Refuses to read drafts or their history.
  func refuse(_ reading: Reading) { refused = reading }

  /// Refuses the next change, as a store does that another session has owned until now.
  func takeOver() { isTakenOver = true }

  func draftHistory(for key: DraftKey?, limit: Int) async throws(StoreError) -> [DraftHistoryEntry] {
    if refused == .history { throw .failed("the disk cannot be read") }
    return try await wrapped.draftHistory(for: key, limit: limit)
  }

  func perform(_ changes: [StoreChange]) async throws(StoreError) {
    if isTakenOver {
      isTakenOver = false
      throw .takenOver
    }
    try await pass(delay)
    try await wrapped.perform(changes)
  }

  private func pass(_ delay: Duration) async throws(StoreError) {
    guard delay > .zero else { return }
    do { try await clock.sleep(for: delay) } catch { throw .failed("nobody waits any more") }
  }

  func drafts() async throws(StoreError) -> [StoredDraft] {
    if refused == .drafts { throw .failed("the disk cannot be read") }
    try await pass(readingDelay)
    return try await wrapped.drafts()
  }

  func cachedMessages(in channel: ChannelID, limit: Int) async throws(StoreError) -> [Message] {
    try await pass(messagesDelay)
    return try await wrapped.cachedMessages(in: channel, limit: limit)
  }
}
