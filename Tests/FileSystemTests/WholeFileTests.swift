import FileSystem
import Foundation
import Testing

@Suite("A whole file")
struct WholeFileTests {
  @Test("Written data reads back, in pieces of any size that the pipe allows")
  func roundTrip() async throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let writer = Task.detached {
      defer { close(writing) }
      try WholeFile.write(bytes, to: writing)
    }
    #expect(try WholeFile.bytes(of: reading) == bytes)
    try await writer.value
    close(reading)
  }

  @Test("Reading stops soon after the limit")
  func limit() throws {
    let file = open("/dev/zero", O_RDONLY)
    try #require(file >= 0)
    defer { close(file) }
    #expect((101...200_000).contains(try WholeFile.bytes(of: file, limit: 100).count))
  }

  @Test("A fault has the system's reason and the given path")
  func faults() {
    let fault = SystemFault(code: EBADF, path: "here")
    #expect(throws: fault) { try WholeFile.bytes(of: -1, path: "here") }
    #expect(throws: fault) { try WholeFile.write([1], to: -1, path: "here") }
    #expect(fault.reason == "Bad file descriptor")
  }
}
