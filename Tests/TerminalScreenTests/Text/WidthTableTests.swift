import Glibc
import Testing

@testable import TerminalScreen

/// Glibc's module does not declare it, but the library exports it.
@_silgen_name("wcwidth")
private func libraryWidth(_ character: wchar_t) -> CInt

@_silgen_name("gnu_get_libc_version")
private func libraryVersion() -> UnsafePointer<CChar>

@Suite("Width table")
struct WidthTableTests {
  @Test(
    "Every scalar is as wide as in the C library",
    .enabled(if: setlocale(LC_CTYPE, "C.UTF-8") != nil, "needs the locale C.UTF-8"),
    .enabled(if: String(cString: libraryVersion()) == "2.36", "the table is glibc 2.36's"))
  func everyScalar() {
    var differing: [UInt32] = []
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let known = Int(libraryWidth(wchar_t(bitPattern: value)))
      if CellWidth.columns(of: scalar) ?? -1 != known { differing.append(value) }
    }
    #expect(differing.isEmpty, "\(differing.count), the first are \(differing.prefix(5))")
  }

  @Test("The rows are sorted, and neighbours differ")
  func sorted() {
    for (row, next) in zip(WidthTable.runs, WidthTable.runs.dropFirst()) {
      #expect(row >> 2 < next >> 2)
      #expect(row & 3 != next & 3)
    }
  }
}
