import Dispatch

/// Tells once a terminal that took nothing takes something again.
@MainActor
final class RoomWatch {
  private let descriptor: Int32
  private var source: (any DispatchSourceWrite)?

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Does nothing when it waits already.
  func wait(_ act: @escaping @MainActor () -> Void) {
    guard source == nil else { return }
    let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        self?.stop()
        act()
      }
    }
    self.source = source
    source.activate()
  }

  func stop() {
    source?.cancel()
    source = nil
  }
}
