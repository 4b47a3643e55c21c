import Foundation

/// Lets all jobs of the runtime run one after another in the order in which they were made, so that a seed gives the
/// same run each time.
///
/// The runtime offers hooks for exactly this. Without them (another runtime) the simulation works all the same, only
/// less repeatably.
enum SerialScheduling {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  static var isAvailable: Bool { place != nil }

  static func begin() {
    place?.pointee = { job, _ in MainActor.shared.enqueue(job) }
  }

  static func end() { place?.pointee = nil }

  private static let place: UnsafeMutablePointer<Hook?>? = dlsym(
    dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook")?.assumingMemoryBound(to: Hook?.self)
}
