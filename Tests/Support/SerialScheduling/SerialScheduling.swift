import Foundation

/// Lets all jobs of the runtime run one after another in the order in which they were made, so that a seed gives the
/// same run each time.
///
/// The runtime offers hooks for exactly this. Without them (another runtime) the simulation works all the same, only
/// less repeatably.
public enum SerialScheduling {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  @MainActor
  public static var isAvailable: Bool { place != nil }

  /// How many want it: simulations that end, and scenarios that stay.
  @MainActor private static var users = 0

  @MainActor
  public static func begin() {
    users += 1
    place?.pointee = { job, _ in MainActor.shared.enqueue(job) }
  }

  @MainActor
  public static func end() {
    users -= 1
    if users == 0 { place?.pointee = nil }
  }

  @MainActor private static let place: UnsafeMutablePointer<Hook?>? = dlsym(
    dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook")?.assumingMemoryBound(to: Hook?.self)
}
