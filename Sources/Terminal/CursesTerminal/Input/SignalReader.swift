import CTerminalGuard
import Glibc

/// Delivers signals as events on the main actor.
@MainActor
package final class SignalReader {
  private let watch: DescriptorWatch
  private let descriptor: Int32

  /// - Parameter tell: receives the numbers of the signals, each as often as it was noticed.
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

  /// Stops delivering signals, which then have no effect at all, because the program ends.
  func stop() { watch.stop() }

  /// Restores the previous actions of the signals.
  package func giveBack() {
    watch.stop()
    _ = signals_close(descriptor)
  }
}
