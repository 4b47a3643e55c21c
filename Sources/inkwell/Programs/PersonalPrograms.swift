import ChatDomain
import ChatUI
import Composer
import CursesTerminal
import Glibc
import PictureDecoder
import TerminalScreen

/// The user's editor, clipboard, and opener for links and files.
@MainActor
final class PersonalPrograms: OtherPrograms {
  private let terminal: any Terminal
  private let clock: any ChatClock
  private let editor: String
  private let opener: AddressOpener
  private var editing: Editing?

  /// The time an editor gets to end when it is asked to.
  private static let patience = Duration.seconds(3)
  /// The pause between two looks at the file of an open editor.
  private static let pauseBetweenLooks = Duration.milliseconds(500)

  init(terminal: any Terminal, clock: any ChatClock, editor: String?, opener: String?) {
    self.terminal = terminal
    self.clock = clock
    self.editor = editor ?? "vi"
    self.opener = AddressOpener(command: opener)
  }

  func edit(
    _ text: String, take: @escaping @MainActor (EditedText) async -> Bool
  ) async throws(ProgramError) {
    let file = try DraftFile(holding: text, endsLastLine: true)
    // Through the shell, because the command may have options. Signals are left to the editor: otherwise they would
    // also end the shell, and the editor's exit status would be lost.
    let command = ["/bin/sh", "-c", "trap : INT QUIT HUP TERM; \(editor) \"$1\"", "sh", file.path]
    let outcome = await terminal.lend { () async -> Result<Int32, ChildProgram.Failure> in
      do throws(ChildProgram.Failure) {
        let program = try ChildProgram(command, .inTerminal).start()
        let editing = Editing(of: text, in: file, program, accept: take)
        self.editing = editing
        let looking = Task { await editing.takeWhatIsSaved(every: Self.pauseBetweenLooks, clock) }
        defer { looking.cancel() }
        return .success(await program.end())
      } catch {
        return .failure(error)
      }
    }
    defer {
      editing?.end()
      editing = nil
    }
    switch outcome {
    case .failure(let failure):
      file.remove()
      throw ProgramError("the editor \(editor) did not start: \(String(cString: strerror(failure.code)))")
    case .success(let status):
      let failure = ProgramError("the editor ended with status \(status); its file is \(file.path)")
      guard status == 0 || editing?.isAskedToEnd == true else {
        // After a signal the file stays, because its text may still be wanted.
        guard status < 128 else { throw failure }
        return try await giveUp(text, file, status, take)
      }
      let edited = try file.text()
      // An editor that was asked to end may have been interrupted before it saved: its recovery file is useful only
      // together with this file.
      if status != 0, edited.isEmpty || edited == text {
        editing?.loss = failure.sentence
        throw failure
      }
      if edited != editing?.taken ?? text, !(await take(.saved(edited))) { throw Self.notSaved(file) }
      file.remove()
    }
  }

  /// Handles an editor that ended with a status for failure or for giving up. The file is removed once its text is stored.
  private func giveUp(
    _ text: String, _ file: DraftFile, _ status: Int32,
    _ take: @MainActor (EditedText) async -> Bool
  ) async throws(ProgramError) {
    let edited = try file.text()
    // The statuses of a shell for a command that it cannot find or run.
    if edited == text, status == 126 || status == 127 {
      file.remove()
      let reason = status == 127 ? "was not found" : "cannot be run"
      throw ProgramError("the editor \(editor) \(reason); set another one in $EDITOR or programs.editor")
    }
    guard await take(.givenUp(edited)) else { throw Self.notSaved(file) }
    file.remove()
  }

  private static func notSaved(_ file: DraftFile) -> ProgramError {
    ProgramError("not saved yet; what you wrote is also in \(file.path)")
  }

  func endEditing(isHangUp: Bool) async -> String? {
    guard let editing else { return nil }
    editing.isAskedToEnd = true
    editing.program.pass(isHangUp ? SIGHUP : SIGTERM)
    await editing.over(by: clock.now + Self.patience, clock)
    // An editor that is still running goes on without this program, so its file stays.
    guard self.editing === editing, let text = editing.unfinishedText else { return editing.loss }
    Task.immediate { _ = await editing.accept(.saved(text)) }
    return nil
  }

  /// `wl-copy` under Wayland, `xclip` under X. Both read the text and stay in the background with it.
  func copy(_ text: String) async -> Bool {
    let commands = [("WAYLAND_DISPLAY", "wl-copy"), ("DISPLAY", "xclip -selection clipboard")]
    let possible = commands.filter { ProcessEnvironment.value(of: $0.0) != nil }.map(\.1)
    guard !possible.isEmpty else { return false }
    do {
      let file = try DraftFile(holding: text)
      defer { file.remove() }
      for command in possible {
        let script = ["/bin/sh", "-c", "exec \(command) <\"$1\"", "sh", file.path]
        if try await ChildProgram(script, .detached).run() == 0 { return true }
      }
    } catch {
      // The caller copies through the terminal instead, which reports no result.
    }
    return false
  }

  func open(_ address: String) async throws(ProgramError) {
    for command in opener.commands(for: address) {
      do throws(ChildProgram.Failure) {
        if try await ChildProgram(command, .detached).run() == 0 { return }
      } catch {
        // The next program may be installed.
      }
    }
    throw ProgramError("the program \(opener.name(for: address)) did not open \(address)")
  }
}

/// An editor that is editing a draft.
@MainActor
final class Editing {
  let program: RunningProgram
  let accept: @MainActor (EditedText) async -> Bool
  /// Whether it was asked to end, so that its status has no meaning.
  var isAskedToEnd = false
  /// A sentence with the path of the file for recovery, if the editor ended without saving.
  var loss: String?
  /// The text of the file that the draft already has.
  private(set) var taken: String
  private let file: DraftFile
  private var waiting: CheckedContinuation<Void, Never>?

  init(
    of text: String, in file: DraftFile, _ program: RunningProgram,
    accept: @escaping @MainActor (EditedText) async -> Bool
  ) {
    taken = text
    self.file = file
    self.program = program
    self.accept = accept
  }

  /// The contents of the file while the editor may still write to it; nil if the draft has them.
  var unfinishedText: String? { savedText.flatMap { $0 == taken ? nil : $0 } }

  /// Takes the text each time the editor has saved it, so that it survives the end of this program. A file that is being written
  /// differs at the next look, and is not taken yet.
  func takeWhatIsSaved(every pause: Duration, _ clock: any ChatClock) async {
    var seen: String?
    while true {
      do { try await clock.sleep(for: pause) } catch { return }
      let saved = savedText
      if let saved, saved == seen, saved != taken, !isAskedToEnd {
        if await accept(.saved(saved)) { taken = saved }
      }
      seen = saved
    }
  }

  /// The contents of the file; nil if there are none, or if they cannot be read.
  private var savedText: String? {
    do throws(ProgramError) {
      let saved = try file.text()
      return saved.isEmpty ? nil : saved
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

  /// Resumes the caller of `over`, if there is one.
  func end() {
    waiting?.resume()
    waiting = nil
  }
}

/// Decodes pictures in a child process.
struct DecodedPictures: PictureReader {
  /// Created with the first picture, because it searches the disk for programs.
  private static let decoder = PictureDecoder()

  var obstacle: String? { Self.decoder.missing?.description }

  func picture(in bytes: [UInt8], fitting size: PictureSize) async throws(ProgramError) -> Picture {
    do throws(PictureFault) {
      return try await Self.decoder.picture(in: bytes, width: size.width, height: size.height)
    } catch {
      throw ProgramError(error.description)
    }
  }
}
