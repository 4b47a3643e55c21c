import ChatDomain
import Glibc
import SQLite

/// A file that is replaced by a new one, because it is damaged or missing from its path.
///
/// The new file is made next to the old one and takes its place once complete. If this is interrupted, the next start finishes
/// it or starts over. At every moment, all data is in at least one of the two files.
struct ReplacedFile {
  /// Why a file is set aside; part of its new name.
  enum Cause: String { case damaged, replaced, unread }

  let path: String
  /// The new file while it is incomplete.
  private var unfinished: String { path + "-salvage" }
  /// The complete new file, until it takes its place.
  private var finished: String { path + "-recovered" }

  init(_ path: String) { self.path = path }

  /// Finishes a replacement that a crash interrupted; otherwise does nothing.
  /// - Returns: the recovery that was finished; nil if there was none.
  func finishSettingAside(at time: Timestamp) throws(StorageFault) -> Recovery? {
    DatabaseFile.remove(unfinished)
    guard SystemFile.exists(finished) else { return nil }
    let name = try setAside(as: .damaged, at: time)
    return Recovery(damage: .file, setAsideAs: name, found: nil)
  }

  /// Makes a new file from the readable data, and sets the damaged one aside. The damaged file must not be open anywhere.
  ///
  /// - Parameter generation: the last known generation. Without it the new file would be mistaken for an older copy.
  func recover(
    _ damage: StoreDamage, generation: UInt64, at time: Timestamp
  ) throws(StorageFault) -> Recovery {
    var found = Recovery.Salvaged()
    let name = try replace(as: .damaged, at: time) { () throws(StorageFault) in
      found = try salvage(damage, generation)
    }
    return Recovery(damage: damage, setAsideAs: name, found: found)
  }

  /// Makes a new file from a connection whose own file is missing from its path. A different file at that path is set aside.
  /// - Returns: the name of that file; nil if there was none.
  func renew(from connection: Connection, at time: Timestamp) throws(StorageFault) -> String? {
    try replace(as: .replaced, at: time) { () throws(StorageFault) in
      DatabaseFile.remove(unfinished)
      try Connection.makePrivateFile(unfinished)
      try connection.copy(to: unfinished)
      // Like the original, the copy is marked as needing a journal, which it does not have.
      try Connection(path: unfinished).setMark(.newComplete())
      // The connection is closed by now, so the file is not open when it takes the old file's name.
      try SystemFile.sync(unfinished)
    }
  }

  private func replace(
    as reason: Cause, at time: Timestamp, making: () throws(StorageFault) -> Void
  ) throws(StorageFault) -> String? {
    do throws(StorageFault) {
      try making()
      try SystemFile.move(unfinished, to: finished)
      return try setAside(as: reason, at: time)
    } catch {
      DatabaseFile.remove(unfinished)
      // The old file may still be written to while it exists, so the next start must not mistake this one for the newer.
      if SystemFile.exists(path) { DatabaseFile.remove(finished) }
      throw error
    }
  }

  private func salvage(
    _ damage: StoreDamage, _ generation: UInt64
  ) throws(StorageFault) -> Recovery.Salvaged {
    var found = Recovery.Salvaged()
    // Pages of two files must not be mixed, so the text of each is read separately.
    let parts: [FilePages.Parts] = damage == .journalOfOther ? [.journal, .file] : [.both]
    try Connection.makeFile(unfinished) { new throws(StorageFault) in
      try new.transaction { () throws(StorageFault) in
        for part in parts {
          var salvage = try Salvage(from: path, part)
          try salvage.write(to: new)
          found = found + salvage.found
        }
        let marks = MarkTable(connection: new)
        try marks.save(generation: generation)
        let session = try marks.session()
        // If part of the journal is missing, the file may contain an earlier choice of the user.
        if session == nil || damage != .file {
          let state = (session ?? SessionState()).assumedOffline
          found.isOfflineAssumed = state.isOfflineAssumed
          try marks.save(state)
        }
      }
    }
    return found
  }

  /// - Returns: the old file's new name; nil if there was no old file.
  private func setAside(as reason: Cause, at time: Timestamp) throws(StorageFault) -> String? {
    let name = Self.unusedName(beside: path, as: reason, at: time)
    var moved: [String] = []
    do throws(StorageFault) {
      for end in ["", "-wal"] where SystemFile.isAnything(path + end) {
        try SystemFile.move(path + end, to: name + end)
        moved.append(end)
        // The text in the file must remain readable only by this user.
        if try SystemFile.isRegular(name + end) { try SystemFile.restrict(name + end, to: 0o600) }
      }
      unlink(path + "-shm")
      try SystemFile.move(finished, to: path)
    } catch {
      // Without its file the store would start empty. If it cannot be put back, the new file replaces it at the next
      // start.
      for end in moved.reversed() { rename(name + end, path + end) }
      throw error
    }
    return moved.first.map { ProfileFolder.name(of: name + $0) }
  }

  /// A name with the date and time, and a number if that name is taken.
  static func unusedName(beside path: String, as reason: Cause, at time: Timestamp) -> String {
    var seconds = Int(time.microseconds / 1_000_000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let numbers = [
      parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
    ]
    let stamp = numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
    let name = "\(path)-\(reason.rawValue)-\(stamp)"
    return (1...).lazy.map { $0 == 1 ? name : "\(name)-\($0)" }.first { !SystemFile.isAnything($0) } ?? name
  }
}

extension SessionState {
  /// The state to assume if the user's choice is unknown: offline, so that waiting messages are not sent automatically.
  var assumedOffline: SessionState {
    var state = self
    state.isOfflineAssumed = !isOffline || isOfflineAssumed
    state.isOffline = true
    return state
  }
}
