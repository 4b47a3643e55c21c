import ChatDomain
import ChatPlatform

/// Time that goes faster than it does, and begins where it likes: a run of two seconds has room for all rests of a minute,
/// and a device whose clock is hours off has it so from its first request.
struct HastyClock: ChatClock {
  private let began = real
  private let pace: Int
  private let ahead: Duration

  init(pace: Int = 1, ahead: Duration = .zero) {
    self.pace = pace
    self.ahead = ahead
  }

  var now: Timestamp { began + ahead + (Self.real - began) * pace }

  func sleep(until deadline: Timestamp) async throws {
    try await Task.sleep(for: max(.zero, (deadline - now) / pace))
  }

  /// What time it is.
  static var real: Timestamp { RunningClock().now }
}
