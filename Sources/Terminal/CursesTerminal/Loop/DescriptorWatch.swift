import Glibc

/// Calls back on the main actor when a descriptor can be read or written.
@MainActor
final class DescriptorWatch {
  enum Use { case reading, writing }

  let descriptor: Int32
  let events: Int16
  /// Whether callbacks are enabled.
  var isActive = true
  /// When to report that no input arrived, in milliseconds of the monotonic clock.
  var deadline: Int?
  private(set) var happen: () -> Void
  private(set) var late: () -> Void

  init(
    _ descriptor: Int32, for use: Use, late: @escaping () -> Void = {}, happen: @escaping () -> Void
  ) {
    self.descriptor = descriptor
    events = Int16(use == .reading ? POLLIN : POLLOUT)
    self.happen = happen
    self.late = late
    MainLoop.shared.add(self)
  }

  /// Stops all callbacks.
  func stop() {
    isActive = false
    happen = {}
    late = {}
    MainLoop.shared.remove(self)
  }
}
