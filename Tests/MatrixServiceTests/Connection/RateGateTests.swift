import ChatDomain
import Testing

@testable import MatrixService

@Suite("The rate gate")
struct RateGateTests {
  let start = Timestamp(seconds: 1_000_000)

  @Test("It closes for the given time, at least for a moment")
  func named() {
    for (wait, closed) in [
      (Duration.seconds(5), Duration.seconds(5)), (.zero, RateGate.shortest),
      (.seconds(-5), RateGate.shortest),
    ] {
      var gate = RateGate()
      gate.close(for: wait, at: start)
      #expect(gate.remaining(at: start) == closed)
      #expect(gate.remaining(at: start + closed) == nil)
      #expect(gate.isOpen(at: start + closed))
    }
  }

  @Test("The longer of two waits counts")
  func longer() {
    var gate = RateGate()
    gate.close(for: .seconds(5), at: start)
    gate.close(for: .seconds(2), at: start + .seconds(1))
    #expect(gate.remaining(at: start + .seconds(1)) == .seconds(4))
    gate.close(for: .seconds(9), at: start + .seconds(1))
    #expect(gate.remaining(at: start + .seconds(1)) == .seconds(9))
  }

  @Test("Without a time waits double up to a minute, until a success")
  func unnamed() {
    var gate = RateGate()
    var now = start
    for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
      gate.close(for: nil, at: now)
      // Concurrent refusals count as one.
      gate.close(for: nil, at: now)
      #expect(gate.remaining(at: now) == .seconds(seconds))
      now = now + .seconds(seconds)
      #expect(!gate.isOpen(at: now), "how often there was no time is still to be known")
    }
    gate.recordSuccess()
    #expect(gate.isOpen(at: now))
    gate.close(for: nil, at: now)
    #expect(gate.remaining(at: now) == .seconds(1))
  }

  @Test("Setting the clock back opens it")
  func clock() {
    var gate = RateGate()
    gate.close(for: .seconds(5), at: start)
    #expect(gate.remaining(at: start + .seconds(-3600)) == nil)
  }
}
