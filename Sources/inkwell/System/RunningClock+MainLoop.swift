import ChatPlatform
import CursesTerminal

extension RunningClock {
  /// The clock of this program, whose tasks wait in the main thread's loop.
  static let ofProgram = RunningClock { try await MainLoop.shared.sleep(for: $0) }
}
