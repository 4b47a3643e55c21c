import Glibc

/// A number in a file, with its complement: a damaged one says nothing.
enum NotedNumber {
  /// If it cannot be written, a damaged or older file may not be noticed, and nothing else is lost.
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
