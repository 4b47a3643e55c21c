import Glibc
import TerminalScreen
import Testing

@testable import CursesTerminal

@Suite("Reading the input")
struct InputReaderTests {
  @Test("Stopping the reader returns all pending input, also in pieces") @MainActor
  func surrendersAll() throws {
    var ends: [Int32] = [0, 0]
    // Each read returns one piece, as on some systems.
    try #require(socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0, &ends) == 0)
    let reader = InputReader(descriptor: ends[0], escapeDelay: 25) { _ in }
    defer {
      reader.stop()
      close(ends[0])
      close(ends[1])
    }
    for piece in ["to", "be"] { #expect(write(ends[1], piece, 2) == 2) }
    let keys = "tobe".map { TerminalEvent.key(KeyEvent(.character($0))) }
    #expect(reader.surrender() == keys)
    #expect(reader.surrender().isEmpty)
  }
}
