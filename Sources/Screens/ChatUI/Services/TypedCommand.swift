/// A line that runs as a command. It has left the composer, and comes back when the command fails.
final class TypedCommand {
  /// The command that runs now. The tasks that it begins inherit it, so that a late failure finds it too.
  @TaskLocal static var current: TypedCommand?

  /// Puts the line back, and returns what to say of it behind the reason.
  private let putBack: (_ isLate: Bool) -> String
  /// Called when the command goes nowhere, because the user has typed on.
  let didStay: () -> Void
  private var requestCount = 0
  private var hasFailed = false
  /// Whether more than the moment of Enter has passed.
  private var isLate = false

  init(putBack: @escaping (_ isLate: Bool) -> String, didStay: @escaping () -> Void) {
    self.putBack = putBack
    self.didStay = didStay
  }

  /// Whether the service has yet to answer.
  var isWaiting: Bool { requestCount > 0 }

  func requestBegins() { requestCount += 1 }

  func requestEnds() { requestCount -= 1 }

  /// Call when Enter has been handled: from now on the composer may be used for something else.
  func wasStarted() { isLate = true }

  /// Puts the line back, once.
  ///
  /// - Returns: what to say of it behind the reason.
  func fail() -> String {
    guard !hasFailed else { return "" }
    hasFailed = true
    return putBack(isLate)
  }
}
