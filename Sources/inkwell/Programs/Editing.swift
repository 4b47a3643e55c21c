import ChatDomain
import ChatUI
import CursesTerminal

/// An editor that is editing a draft.
@MainActor
final class Editing {
  let program: RunningProgram
  let accept: @MainActor (EditedText) async -> Bool
  /// Whether it was asked to end, so that its status says nothing.
  var isAskedToEnd = false
  /// The file that may help to recover the text, if the editor ended without saving.
  var loss: String?
  private let text: String
  private let file: DraftFile
  private var waiting: CheckedContinuation<Void, Never>?

  init(
    of text: String, in file: DraftFile, _ program: RunningProgram,
    accept: @escaping @MainActor (EditedText) async -> Bool
  ) {
    self.text = text
    self.file = file
    self.program = program
    self.accept = accept
  }

  /// The contents of the file while the editor may still write to it; nil if unchanged.
  var unfinishedText: String? {
    do throws(ProgramError) {
      let edited = try file.text()
      return edited == text || edited.isEmpty ? nil : edited
    } catch {
      return nil
    }
  }

  /// Returns once the edited text was taken, or at the given time.
  func over(by deadline: Timestamp, _ clock: any ChatClock) async {
    let limit = Task {
      // Cancelled when there is nothing left to wait for.
      do { try await clock.sleep(until: deadline) } catch { return }
      end()
    }
    await withCheckedContinuation { waiting = $0 }
    limit.cancel()
  }

  /// Resumes everyone waiting for it.
  func end() {
    waiting?.resume()
    waiting = nil
  }
}
