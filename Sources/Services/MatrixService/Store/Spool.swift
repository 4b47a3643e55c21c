import ChatDomain
import FileSystem
import Glibc

/// Files in transit: the received part of uploads, and downloads.
struct Spool: Sendable {
  let folder: String

  enum Fault: Error { case full, unusable }

  /// Creates a folder with its parents. A failure shows in later writes.
  static func makeFolder(_ path: String) {
    do throws(SystemFault) { try Folder(path).make() } catch {}
  }

  func path(of upload: UploadID) -> String { "\(folder)/up-\(Self.name(upload.rawValue))" }
  func path(ofSealed upload: UploadID) -> String { "\(path(of: upload))-sealed" }
  func path(of file: FileID) -> String { "\(folder)/down-\(Self.name(file.rawValue))" }
  func path(ofThumbnail side: Int, of file: FileID) -> String { "\(path(of: file))-\(side)" }

  /// A new path for a file that is not complete.
  static func partPath(of path: String) -> String {
    "\(path).\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
  }

  /// Writes a piece at its offset. Repeating a write is safe.
  func write(_ bytes: [UInt8], at offset: Int, to path: String) throws(Fault) {
    Self.makeFolder(folder)
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw .unusable }
    defer { close(file) }
    do throws(SystemFault) { try WholeFile.write(bytes, to: file, at: offset) } catch {
      throw error.code == ENOSPC || error.code == EDQUOT ? .full : .unusable
    }
  }

  /// A part of a file; nil if the file is missing or shorter.
  func read(_ range: Range<Int>, of path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: range.count)
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeMutableBytes { buffer in
        pread(file, buffer.baseAddress, buffer.count, off_t(range.lowerBound + done))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      done += count
    }
    return bytes
  }

  func size(of path: String) -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  func remove(_ path: String) { unlink(path) }

  /// The number of bytes of downloads to keep.
  static let downloadBytes = 200 << 20
  /// Files this old are abandoned.
  static let lifetime = Duration.seconds(30 * 86_400)

  /// An incomplete download this new may still be written.
  static let writingTime = Duration.seconds(3600)
  /// A complete download this new may still be read.
  static let readingTime = Duration.seconds(60)

  /// Removes abandoned files, and the oldest downloads beyond a limit.
  func trim(at now: Timestamp, downloads limit: Int = Spool.downloadBytes) {
    var downloads: [(path: String, size: Int, changedAt: Timestamp)] = []
    for entry in Folder(folder).entries {
      let (name, path) = (entry.name, entry.path)
      var status = stat()
      guard name.hasPrefix("up-") || name.hasPrefix("down-"), lstat(path, &status) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else { continue }
      let changedAt = Timestamp(
        microseconds: Int64(status.st_mtim.tv_sec) * 1_000_000 + Int64(status.st_mtim.tv_nsec) / 1000)
      if now - changedAt > Self.lifetime {
        remove(path)
      } else if name.hasPrefix("down-"),
        now - changedAt > (Self.isWhole(name) ? Self.readingTime : Self.writingTime)
      {
        downloads.append((path, Int(status.st_size), changedAt))
      }
    }
    var kept = 0
    for file in downloads.sorted(by: { $0.changedAt > $1.changedAt }) {
      kept += file.size
      if kept > limit { remove(file.path) }
    }
  }

  /// Removes all complete downloads. They can be fetched again.
  func removeDownloads() {
    for entry in Folder(folder).entries where entry.name.hasPrefix("down-") && Self.isWhole(entry.name) {
      remove(entry.path)
    }
  }

  /// Only the name of a part has a dot.
  private static func isWhole(_ name: String) -> Bool { !name.contains(".") }

  /// Renames a complete file.
  func rename(_ path: String, to name: String) { _ = Glibc.rename(path, name) }

  /// A valid and unique file name for an id.
  private static func name(_ id: String) -> String {
    let plain = id.utf8.suffix(40).map { byte -> Character in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      return isPlain ? Character(Unicode.Scalar(byte)) : "_"
    }
    return "\(String(plain))-\(String(id.stableHash, radix: 16))"
  }
}
