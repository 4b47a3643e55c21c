import ChatDomain
import Glibc

/// A file that cannot be read as it is, and the way from it to one that can.
///
/// The new file is made beside it and takes its place when it is whole: whenever this breaks off, the next start begins
/// anew or ends it, and at no time is anything in no file.
struct DamagedFile {
  let path: String
  /// The new file while it is not whole.
  private var unfinished: String { path + "-salvage" }
  /// The new file when it is, until it has its place.
  private var finished: String { path + "-recovered" }

  init(_ path: String) { self.path = path }

  /// Ends what a crash broke off; does nothing otherwise.
  func finishSettingAside(at time: Timestamp) throws(StorageFault) {
    SystemFile.remove(store: unfinished)
    if SystemFile.exists(finished) { _ = try setAside(at: time) }
  }

  /// Makes a new file of what can be read, and puts the damaged one aside. Nobody may have it open.
  func recover(at time: Timestamp) throws(StorageFault) -> Recovery {
    do throws(StorageFault) {
      let found = try salvage()
      try SystemFile.move(unfinished, to: finished)
      return Recovery(setAsideAs: try setAside(at: time), found: found)
    } catch {
      SystemFile.remove(store: unfinished)
      throw error
    }
  }

  private func salvage() throws(StorageFault) -> Recovery.Salvaged {
    SystemFile.remove(store: unfinished)
    try SystemFile.make(unfinished)
    let new = try Connection(path: unfinished)
    try new.configure()
    try new.emptyJournal()
    let transplant = HeadTransplant(to: path)
    defer { transplant.remove() }
    var damaged = try Connection(path: path, isReadOnly: true)
    if !Salvage.canRead(damaged) {
      try transplant.make(headOf: unfinished)
      damaged = try Connection(path: transplant.path, isReadOnly: true)
    }
    var salvage = Salvage(from: damaged, to: new)
    try new.transaction { () throws(StorageFault) in try salvage.run() }
    return salvage.found
  }

  /// - Returns: the name that the damaged file has now.
  private func setAside(at time: Timestamp) throws(StorageFault) -> String {
    let name = unusedName(at: time)
    for end in ["", "-wal"] where SystemFile.exists(path + end) {
      try SystemFile.move(path + end, to: name + end)
    }
    unlink(path + "-shm")
    try SystemFile.move(finished, to: path)
    return String(name.split(separator: "/").last ?? "")
  }

  /// With the day and the time, and a number when there is one of that time already.
  private func unusedName(at time: Timestamp) -> String {
    var seconds = Int(time.microseconds / 1_000_000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let numbers = [
      parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
    ]
    let stamp = numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
    let name = "\(path)-damaged-\(stamp)"
    return (1...).lazy.map { $0 == 1 ? name : "\(name)-\($0)" }.first { !SystemFile.exists($0) } ?? name
  }
}
