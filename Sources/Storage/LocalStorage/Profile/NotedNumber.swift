import Glibc

/// A number in a file, stored with its complement to detect damage.
enum NotedNumber {
  /// A failed write is ignored: at worst, a damaged or older file goes undetected.
  static func write(_ number: UInt64, to file: Int32, at place: off_t) {
    withUnsafeBytes(of: (number.littleEndian, ~number.littleEndian)) {
      _ = pwrite(file, $0.baseAddress, $0.count, place)
    }
  }

  static func read(in file: Int32, at place: off_t) -> UInt64? {
    var numbers: (UInt64, UInt64) = (0, 0)
    let count = withUnsafeMutableBytes(of: &numbers) { pread(file, $0.baseAddress, $0.count, place) }
    guard count == 16, numbers.0 == ~numbers.1 else { return nil }
    return UInt64(littleEndian: numbers.0)
  }
}
