import CTerminalGuard
import Glibc

/// The main thread's loop: it waits for keys, signals and the main actor's work at once.
///
/// libdispatch could do this on threads of its own, but a key would wake its manager thread, which wakes a worker, and
/// each wake-up costs more than the key itself.
@MainActor
public enum MainLoop {
  private static var watches: [DescriptorWatch] = []

  /// Runs the program until it exits. Must be called on the main thread.
  public static func run() -> Never {
    let queue = _dispatch_get_main_queue_handle_4CF()
    precondition(queue >= 0, "the main queue is still without a loop")
    while true {
      drain(queue)
      wait(queue)
    }
  }

  static func add(_ watch: DescriptorWatch) { watches.append(watch) }

  static func remove(_ watch: DescriptorWatch) { watches.removeAll { $0 === watch } }

  private static func drain(_ queue: Int32) {
    var count: UInt64 = 0
    // Read before the work is done, so that work arriving meanwhile is seen in the next round.
    _ = read(queue, &count, MemoryLayout<UInt64>.size)
    _dispatch_main_queue_callback_4CF(nil)
  }

  /// Returns once a descriptor was handled, or there is work in the queue.
  private static func wait(_ queue: Int32) {
    let waiting = watches.filter(\.isActive)
    var requests = waiting.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
    requests.append(pollfd(fd: queue, events: Int16(POLLIN), revents: 0))
    let patience = waiting.compactMap(\.deadline).min().map { max(0, $0 - Monotonic.milliseconds) } ?? -1
    guard poll(&requests, nfds_t(requests.count), Int32(clamping: patience)) >= 0 else { return }
    for (watch, request) in zip(waiting, requests) {
      // Each handler may cancel the others.
      guard watch.isActive else { continue }
      if request.revents != 0 {
        watch.happen()
      } else if let deadline = watch.deadline, deadline <= Monotonic.milliseconds {
        watch.deadline = nil
        watch.late()
      }
    }
  }
}

enum Monotonic {
  static var milliseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}
