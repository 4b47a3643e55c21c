/// Ends when it is released or cancelled.
@MainActor
public final class Subscription {
  private let end: @MainActor () -> Void
  private var isActive = true

  package init(onEnd end: @escaping @MainActor () -> Void) { self.end = end }

  /// Ends the subscription; nothing is delivered after this.
  public func cancel() {
    guard isActive else { return }
    isActive = false
    end()
  }

  isolated deinit { cancel() }
}
