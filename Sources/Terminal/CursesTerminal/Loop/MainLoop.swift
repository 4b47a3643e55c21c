import CTerminalGuard
import Glibc
public import TerminalScreen

/// The main thread's loop, which waits for keys, signals and the main actor's work together.
///
/// libdispatch could do this on its threads, but a key would wake its manager thread, which wakes a worker thread, and each
/// wake-up costs more than handling the key.
@MainActor
public final class MainLoop: EventLoop {
  public static let shared = MainLoop()

  private var watches: [DescriptorWatch] = []
  /// The last arguments of `poll`, kept to reuse their memory.
  private var requests: [pollfd] = []
  /// The running timers.
  private var timers: [PollTimer] = []
  /// The callbacks to call before the loop waits.
  private var bodies: [() -> Void] = []
  /// The number of rounds in which other work delayed the callbacks.
  private var delays = 0
  /// A source that keeps the loop busy must not prevent frames from being shown.
  private static let mostDelays = 8

  private init() {}

  /// Runs the program until it exits. Must be called on the main thread.
  public func run() -> Never {
    let queue = _dispatch_get_main_queue_handle_4CF()
    precondition(queue >= 0, "the main queue is still without a loop")
    // Work that was added before the loop started.
    drain(queue)
    while true {
      let isBusy = wait(queue)
      guard !bodies.isEmpty else { continue }
      guard !isBusy || delays == Self.mostDelays else {
        delays += 1
        continue
      }
      delays = 0
      let due = bodies
      bodies = []
      for body in due { body() }
    }
  }

  public func beforeWaiting(_ body: @escaping () -> Void) { bodies.append(body) }

  public func makeTimer(_ fire: @escaping () -> Void) -> any EventLoopTimer { PollTimer(of: self, fire) }

  func add(_ timer: PollTimer) { timers.append(timer) }

  func remove(_ timer: PollTimer) { timers.removeAll { $0 === timer } }

  func add(_ watch: DescriptorWatch) { watches.append(watch) }

  func remove(_ watch: DescriptorWatch) { watches.removeAll { $0 === watch } }

  private func drain(_ queue: Int32) {
    var count: UInt64 = 0
    // Read before the work is done, so that work arriving meanwhile is seen in the next round.
    _ = read(queue, &count, MemoryLayout<UInt64>.size)
    _dispatch_main_queue_callback_4CF(nil)
  }

  /// Waits until a descriptor is ready, a timer is due or the queue has work, and handles it. Does not wait if callbacks are
  /// due.
  ///
  /// - Returns: whether anything was handled.
  private func wait(_ queue: Int32) -> Bool {
    let watches = watches
    requests.removeAll(keepingCapacity: true)
    for watch in watches {
      // A negative descriptor excludes an inactive watch.
      let descriptor = watch.isActive ? watch.descriptor : -1
      requests.append(pollfd(fd: descriptor, events: watch.events, revents: 0))
    }
    requests.append(pollfd(fd: queue, events: Int16(POLLIN), revents: 0))
    let count = poll(&requests, nfds_t(requests.count), bodies.isEmpty ? patience(for: watches) : 0)
    guard count >= 0 else { return true }
    let answers = requests
    for (index, watch) in watches.enumerated() {
      // Each handler may cancel other watches, or activate one that was not polled.
      guard watch.isActive, answers[index].fd >= 0 else { continue }
      if answers[index].revents != 0 {
        watch.happen()
      } else if let deadline = watch.deadline, deadline <= Monotonic.milliseconds {
        watch.deadline = nil
        watch.late()
      }
    }
    for timer in timers where timer.deadline <= Monotonic.milliseconds { timer.end() }
    if answers[watches.count].revents != 0 { drain(queue) }
    return count > 0
  }

  /// The milliseconds until the next timer or deadline; -1 if there is none.
  private func patience(for watches: [DescriptorWatch]) -> Int32 {
    var next = Int.max
    for watch in watches where watch.isActive { next = min(next, watch.deadline ?? .max) }
    for timer in timers { next = min(next, timer.deadline) }
    return next == .max ? -1 : Int32(clamping: max(0, next - Monotonic.milliseconds))
  }
}

/// A timer of the main thread's loop. The loop never waits beyond its deadline.
final class PollTimer: EventLoopTimer {
  /// In milliseconds of the monotonic clock.
  private(set) var deadline = 0
  private let loop: MainLoop
  private let fire: () -> Void
  private var isRunning = false

  init(of loop: MainLoop, _ fire: @escaping () -> Void) {
    self.loop = loop
    self.fire = fire
  }

  func start(after delay: Duration) {
    let (seconds, attoseconds) = delay.components
    deadline = Monotonic.milliseconds + Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    if !isRunning { loop.add(self) }
    isRunning = true
  }

  func stop() {
    if isRunning { loop.remove(self) }
    isRunning = false
  }

  /// Called when the deadline has passed.
  func end() {
    guard isRunning else { return }
    stop()
    fire()
  }
}

/// A clock that never goes backwards.
enum Monotonic {
  static var milliseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}
