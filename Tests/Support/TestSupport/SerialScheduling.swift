import Foundation

/// Runs all jobs of the runtime one after another, in the order of their creation, so that a seed gives the same run.
///
/// It uses a hook of the runtime. On a runtime without it, a simulation still works, but a seed may give other runs.
public enum SerialScheduling {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  @MainActor
  public static var isAvailable: Bool { place != nil }

  /// The number of simulations and scenarios that use it.
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
