/// A slash command that is running. It has left the composer, and is put back if it fails.
package final class TypedCommand {
  /// The command that is running. Its tasks inherit the value, so that a late failure can put the command back too.
  @TaskLocal package static var current: TypedCommand?

  /// Puts the line back, and returns the text to append to the reason.
  private let putBack: (_ isLate: Bool) -> String
  /// Called when the command does not navigate, because the user has typed meanwhile.
  package let didStay: () -> Void
  private var requestCount = 0
  private var hasFailed = false
  /// Whether Enter has been handled, so that a failure comes later than the key.
  private var isLate = false

  init(putBack: @escaping (_ isLate: Bool) -> String, didStay: @escaping () -> Void) {
    self.putBack = putBack
    self.didStay = didStay
  }

  /// Whether the service has yet to answer.
  var isWaiting: Bool { requestCount > 0 }

  package func requestBegins() { requestCount += 1 }

  package func requestEnds() { requestCount -= 1 }

  /// Call when Enter has been handled: from now on the composer may be used for something else.
  func wasStarted() { isLate = true }

  /// Puts the line back, once.
  ///
  /// - Returns: the text to append to the reason.
  package func fail() -> String {
    guard !hasFailed else { return "" }
    hasFailed = true
    return putBack(isLate)
  }
}
