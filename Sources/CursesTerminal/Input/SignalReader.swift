import CTerminalGuard
import Dispatch
import Glibc

/// Hears of signals as events on the main actor.
@MainActor
final class SignalReader {
  private let descriptor: Int32
  private let source: any DispatchSourceRead

  /// - Parameter tell: is given the numbers of the signals, each as often as it was noticed.
  init?(_ signals: [Int32], tell: @escaping ([Int32]) -> Void) {
    let descriptor = signals_open(signals, Int32(signals.count))
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler {
      MainActor.assumeIsolated {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        if count > 0 { tell(bytes[..<count].map(Int32.init)) }
      }
    }
    source.activate()
  }

  func stop() { source.cancel() }
}
