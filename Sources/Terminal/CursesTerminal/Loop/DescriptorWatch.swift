import CTerminalGuard
import Glibc

/// Calls back on the main actor when a descriptor becomes readable or writable.
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

/// Delivers signals as events on the main actor.
@MainActor
package final class SignalReader {
  private let watch: DescriptorWatch
  private let descriptor: Int32

  /// - Parameter tell: receives the numbers of the signals in order; a number can occur more than once.
  package init?(_ signals: [Int32], tell: @escaping ([Int32]) -> Void) {
    let descriptor = signals_open(signals, Int32(signals.count))
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
    watch = DescriptorWatch(descriptor, for: .reading) {
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { tell(bytes[..<count].map(Int32.init)) }
    }
  }

  /// Stops delivering signals, which are then ignored because the program ends.
  func stop() { watch.stop() }

  /// Restores the previous actions of the signals.
  package func giveBack() {
    watch.stop()
    _ = signals_close(descriptor)
  }
}
