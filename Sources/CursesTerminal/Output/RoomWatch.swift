/// Tells once a terminal that took nothing takes something again.
@MainActor
final class RoomWatch {
  private let descriptor: Int32
  private var watch: DescriptorWatch?

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Does nothing when it waits already.
  func wait(_ act: @escaping @MainActor () -> Void) {
    guard watch == nil else { return }
    watch = DescriptorWatch(descriptor, for: .writing) { [weak self] in
      self?.stop()
      act()
    }
  }

  func stop() {
    watch?.stop()
    watch = nil
  }
}
