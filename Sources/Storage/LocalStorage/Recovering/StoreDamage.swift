import ChatDomain
import SQLite

/// What is wrong with the files of a profile. The files of the store are checked before SQLite opens them, because SQLite would
/// drop what it cannot use, and overwrite it.
public enum StoreDamage: Hashable, Sendable {
  /// The file itself is damaged.
  case file
  /// The file is empty, or missing next to its journal.
  case emptied
  /// The journal that the file needs is missing.
  case journalGone
  /// The journal is damaged or was cut off.
  case journal
  /// The journal belongs to another file.
  case journalOfOther
  /// The files are older than the last write.
  case older
  /// Edits are missing from the log.
  case edits
  /// The log contains edits of a newer version of the program.
  case editsOfNewer
}

extension StoreDamage {
  /// Checks the files of a store, which must not be open.
  /// - Returns: nil if SQLite would read all of their contents.
  static func found(at path: String) throws(StorageFault) -> StoreDamage? {
    let names = (journal: path + "-wal", index: path + "-shm")
    let journal: JournalFrames
    if SystemFile.isAnything(names.journal) {
      // SQLite would follow the link and write into a file that is not ours.
      guard try SystemFile.isRegular(names.journal) else { return .journalOfOther }
      journal = JournalFrames(try SystemFile.read(names.journal))
    } else {
      journal = JournalFrames([])
    }
    guard SystemFile.isAnything(path) else { return journal.frames.isEmpty ? nil : .emptied }
    // The target of a link is not ours, and a folder contains no text.
    guard try SystemFile.isRegular(path) else { return .file }
    let firstPage = try SystemFile.read(path, atMost: FilePages.size)
    // A new file gets its name only when it is complete, so an empty file was truncated.
    guard !firstPage.isEmpty else { return .emptied }
    // A file shorter than one page is no database.
    guard firstPage.count == FilePages.size else { return .file }
    // A file of a newer version is refused when SQLite opens it, with its version.
    guard UInt32(firstPage[60..<64]) <= UInt32(Migration.latest) else { return nil }
    let mark = JournalMark(page: firstPage[...])
    if journal.bytes.isEmpty {
      if case .needsJournal = mark { return .journalGone }
      return nil
    }
    let index = try SystemFile.isRegular(names.index) ? SystemFile.read(names.index, atMost: 96) : []
    return damage(of: journal, mark, JournalIndex(index, of: journal))
  }

  private static func damage(
    of journal: JournalFrames, _ mark: JournalMark, _ index: JournalIndex?
  ) -> StoreDamage? {
    guard let generation = journal.generation else {
      // After a power cut the journal may be allocated but not yet written.
      if case .complete = mark, journal.bytes.allSatisfy({ $0 == 0 }) { return nil }
      return .journal
    }
    guard journal.belongs(to: mark, generation) else { return .journalOfOther }
    if let index { return index.frames > journal.committed ? .journal : nil }
    // A killed process leaves its `-shm` file, and one that is killed again while it recovers leaves none. The
    // journal may then end in an unfinished write, which is no damage. So only a committed transaction behind a
    // broken frame counts.
    if journal.hasCommitBehindBreak { return .journal }
    if case .needsJournal = mark, journal.isCutOffAtStart { return .journal }
    return nil
  }
}

extension JournalFrames {
  /// How many frames SQLite would use: up to the last complete transaction.
  fileprivate var committed: Int {
    (frames.prefix(usable).lastIndex { $0.sizeAfterCommit > 0 } ?? -1) + 1
  }

  /// Whether a complete transaction follows a frame that does not verify: SQLite would drop it.
  fileprivate var hasCommitBehindBreak: Bool {
    frames.dropFirst(usable).contains { $0.verifies && $0.sizeAfterCommit > 0 }
  }

  /// Whether the journal contains only its head. A restarted journal keeps its length.
  fileprivate var isCutOffAtStart: Bool { bytes.count < Self.headLength + Self.frameLength }

  /// Whether this can be the journal of a file with this mark: because of its generation, because the file's first page comes
  /// from it, or because its own mark follows that of the file.
  fileprivate func belongs(to mark: JournalMark, _ generation: UInt32) -> Bool {
    if mark.fits(generation) || committed == 0 { return true }
    return frames.prefix(committed).contains { frame in
      guard frame.page == 1 else { return false }
      let other = JournalMark(page: image(frame))
      return other == mark || other.follows(mark)
    }
  }
}

/// Damage that was found, and what was recovered of the data.
public struct Recovery: Hashable, Sendable, CustomStringConvertible {
  /// What was wrong.
  public let damage: StoreDamage
  /// The name of the damaged file, or of its journal if there was no file, next to the new one; nil if nothing was set aside.
  public let setAsideAs: String?
  /// The contents of the new file; nil for a damaged log, and if an earlier start made the file and was interrupted before it could
  /// report them. For an older copy, only the texts that its log added to the history.
  public let found: Salvaged?

  /// How much could be read of a damaged file.
  public struct Salvaged: Hashable, Sendable {
    /// How many drafts were saved from the damaged file.
    public var drafts = 0
    /// How many texts of the draft history were saved.
    public var historyEntries = 0
    /// How many waiting messages and changes were saved.
    public var outboxEntries = 0
    /// The number of unreadable places. Each may have held one item or several.
    public var unreadable = 0
    /// Whether the session is set offline, because the stored choice could not be read.
    public var isOfflineAssumed = false

    static func + (one: Salvaged, two: Salvaged) -> Salvaged {
      Salvaged(
        drafts: one.drafts + two.drafts, historyEntries: one.historyEntries + two.historyEntries,
        outboxEntries: one.outboxEntries + two.outboxEntries, unreadable: one.unreadable + two.unreadable,
        isOfflineAssumed: one.isOfflineAssumed || two.isOfflineAssumed)
    }
  }

  /// A copy that counts additional history entries, which came from the log.
  func adding(historyEntries count: Int) -> Recovery {
    guard var found else { return self }
    found.historyEntries += count
    return Recovery(damage: damage, setAsideAs: setAsideAs, found: found)
  }

  /// A sentence for the user.
  public var description: String {
    "\(damage). \(contents)" + (setAsideAs.map { ". What was there before is kept as \($0)" } ?? "")
      + (isOfflineAssumed
        ? ". Inkwell stays offline, because it cannot tell whether you had gone offline; /online connects and sends"
        : "")
  }

  private var isOfflineAssumed: Bool { damage == .older || found?.isOfflineAssumed == true }

  private var contents: String {
    guard let found else { return damage.remains }
    // An older file is not replaced, and its contents were not counted.
    if damage == .older {
      return found.historyEntries > 0 ? "What you typed last is in the history, C-x h" : damage.remains
    }
    let loss =
      switch found.unreadable {
      case 0: damage.takesWords ? "" : "Everything could be read. "
      case 1: "One place in it could not be read. "
      case let count: "\(count) places in it could not be read. "
      }
    return """
      \(loss)Recovered: \(counted(found.drafts, "draft", "drafts")), \
      \(counted(found.outboxEntries, "message", "messages")) on the way, \(found.historyEntries) in the history
      """
  }
}

extension StoreDamage: CustomStringConvertible {
  /// A sentence for the user, without its full stop.
  public var description: String {
    switch self {
    case .file: "The drafts file was damaged"
    case .emptied: "The drafts file was empty or missing, and some text may be lost"
    case .journalGone: "The journal of the drafts file is missing, and the last words are lost"
    case .journal: "The journal of the drafts file was damaged, and the last words may be lost"
    case .journalOfOther: "The journal of the drafts file belongs to another file"
    case .older: "The drafts files are an older copy, and what was written after it is missing"
    case .edits: "The log of what you typed last was damaged or gone, and the last words may be missing"
    case .editsOfNewer: "A newer version of this program wrote the log of what you typed last"
    }
  }

  /// What was recovered, for damage whose contents were not counted.
  fileprivate var remains: String {
    switch self {
    case .edits: "What could be read of it was recovered"
    default: "What could be read was recovered"
    }
  }

  /// Whether the damage can lose text without leaving an unreadable place.
  fileprivate var takesWords: Bool {
    switch self {
    case .file, .journalOfOther, .editsOfNewer: false
    case .emptied, .journalGone, .journal, .older, .edits: true
    }
  }
}
