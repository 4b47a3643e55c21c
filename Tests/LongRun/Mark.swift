import CMalloc
import Glibc

/// What the process was like at the end of an hour.
struct Mark {
  let hour: Int
  /// Bytes that were asked for and not given back.
  let used: Int
  /// Bytes of the process that are in memory.
  let resident: Int
  /// Microseconds from a key to its frame, in the middle of all of the hour.
  let frame: Double
  let frames: Int

  init(hour: Int, frames: [Double]) {
    self.hour = hour
    self.frames = frames.count
    frame = frames.isEmpty ? 0 : frames.sorted()[frames.count / 2]
    used = Self.usedBytes
    resident = Self.residentBytes
  }

  /// Bytes that were asked for and not given back.
  static var usedBytes: Int {
    // What was given back counts as given back, also where the allocator still holds it.
    malloc_trim(0)
    return Int(mallinfo2().uordblks) + Int(mallinfo2().hblkhd)
  }

  private static var residentBytes: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
    let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self).split(separator: " ")
    return words.count > 1 ? (Int(words[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
  }

  var text: String {
    let frame = frames == 0 ? "" : ", a key to its frame \(Int(frame)) µs (of \(frames))"
    return
      "  hour \(hour): \(Self.kilobytes(used)) kB in use, \(Self.kilobytes(resident)) kB resident\(frame)"
  }

  static func kilobytes(_ bytes: Int) -> Int { bytes / 1024 }
}
