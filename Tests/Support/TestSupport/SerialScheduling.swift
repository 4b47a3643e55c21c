import Foundation

/// Runs all jobs of the Swift runtime one after another in the order of their creation, so that a seed reproduces a
/// run.
///
/// It uses a hook of the runtime. Without the hook a simulation still works, but a seed does not reproduce it.
public enum SerialScheduling {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  /// The number of current users: simulations and scenarios.
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
