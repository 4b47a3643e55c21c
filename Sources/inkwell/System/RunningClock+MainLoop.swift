import ChatPlatform
import CursesTerminal

extension RunningClock {
  /// The clock whose sleepers wait in the main thread's loop.
  static let onMainLoop = RunningClock { try await MainLoop.shared.sleep(for: $0) }
}
