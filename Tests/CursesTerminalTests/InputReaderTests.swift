import Glibc
import TerminalScreen
import Testing

@testable import CursesTerminal

@Suite("Reading the input")
struct InputReaderTests {
  @Test("Giving the input up returns all that came, also in pieces") @MainActor
  func surrendersAll() throws {
    var ends: [Int32] = [0, 0]
    // Each of its reads hands out one piece, as some systems do with what a terminal sent.
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
