import ChatDomain
import ChatUI
import CursesTerminal

/// An editor that is at work on a text.
@MainActor
final class Editing {
  let program: RunningProgram
  let take: @MainActor (String) async -> Bool
  /// Whether it was asked to end, so that its status says nothing.
  var isAskedToEnd = false
  /// Where what was written may be, when it ended without saving it.
  var loss: String?
  private let text: String
  private let file: DraftFile
  private var waiting: CheckedContinuation<Void, Never>?

  init(
    of text: String, in file: DraftFile, _ program: RunningProgram,
    take: @escaping @MainActor (String) async -> Bool
  ) {
    self.text = text
    self.file = file
    self.program = program
    self.take = take
  }

  /// What the file says while the editor may still write to it; nil when that is nothing new.
  var unfinishedText: String? {
    do throws(ProgramError) {
      let edited = try file.text()
      return edited == text || edited.isEmpty ? nil : edited
    } catch {
      return nil
    }
  }

  /// Returns once what it wrote was taken, or at that time.
  func over(by deadline: Timestamp, _ clock: any ChatClock) async {
    let limit = Task {
      // Cancelled when there is nothing more to be waited for.
      do { try await clock.sleep(until: deadline) } catch { return }
      tell()
    }
    await withCheckedContinuation { waiting = $0 }
    limit.cancel()
  }

  /// Whoever waits for it goes on.
  func tell() {
    waiting?.resume()
    waiting = nil
  }
}
