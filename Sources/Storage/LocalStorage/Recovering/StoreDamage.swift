import SQLite

/// What is wrong with the files of a profile. Those of the store are looked at before SQLite sees them: it would drop what it
/// cannot use, and overwrite it.
public enum StoreDamage: Hashable, Sendable {
  /// The file itself is damaged.
  case file
  /// The file is empty, or gone from beside its journal.
  case emptied
  /// The journal that the file needs is gone.
  case journalGone
  /// The journal is damaged or was cut off.
  case journal
  /// The journal is that of another file.
  case journalOfOther
  /// The files are older than what was written last.
  case older
  /// The log of edits lacks some of them.
  case edits
  /// The log of edits has some of a newer version of the program.
  case editsOfNewer
}

extension StoreDamage {
  /// Looks at the files with these names, which nobody may have open.
  /// - Returns: nil if SQLite would read all of them.
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
    // What a link leads to is not ours, and a folder holds no words.
    guard try SystemFile.isRegular(path) else { return .file }
    let firstPage = try SystemFile.read(path, atMost: FilePages.size)
    // A new file gets its name when it is complete.
    guard !firstPage.isEmpty else { return .emptied }
    // SQLite says what is wrong with such a file.
    guard firstPage.count == FilePages.size else { return .file }
    // Not ours to judge; SQLite is asked for its version.
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
      // A power cut may leave the room of a journal into which nothing was written yet.
      if case .complete = mark, journal.bytes.allSatisfy({ $0 == 0 }) { return nil }
      return .journal
    }
    guard journal.belongs(to: mark, generation) else { return .journalOfOther }
    if let index { return index.frames > journal.committed ? .journal : nil }
    // The end of a process leaves its index, and a second one during the next start leaves none: what was being written
    // at the first end must not be called damaged then. So only what was written for sure counts.
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

  /// Whether a complete transaction stands behind a frame that does not verify: SQLite would drop it.
  fileprivate var hasCommitBehindBreak: Bool {
    frames.dropFirst(usable).contains { $0.verifies && $0.sizeAfterCommit > 0 }
  }

  /// Whether nothing stands behind the head. A journal that is restarted stays as long as it was.
  fileprivate var isCutOffAtStart: Bool { bytes.count < Self.headLength + Self.frameLength }

  /// Whether this can be the journal of a file with this mark: by its generation; or because the file's first page comes
  /// from it; or because it says that it follows the file.
  fileprivate func belongs(to mark: JournalMark, _ generation: UInt32) -> Bool {
    if mark.fits(generation) || committed == 0 { return true }
    return frames.prefix(committed).contains { frame in
      guard frame.page == 1 else { return false }
      let other = JournalMark(page: image(frame))
      return other == mark || other.follows(mark)
    }
  }
}
