/// Calls back once a full terminal accepts output again.
@MainActor
final class RoomWatch {
  private let descriptor: Int32
  private var watch: DescriptorWatch?

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Does nothing if it is already waiting.
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
