import ChatUI
import CursesTerminal
import Glibc
import TerminalScreen

/// The person's own editor and whatever opens their links.
@MainActor
final class PersonalPrograms: OtherPrograms {
  private let terminal: any Terminal
  private let editor: String
  /// What the person wants links and files opened with; nil: the desktop decides.
  private let opener: String?

  init(terminal: any Terminal, editor: String?, opener: String?) {
    self.terminal = terminal
    self.editor = editor ?? "vi"
    self.opener = opener
  }

  @MainActor func edit(_ text: String) async throws(ProgramError) -> String? {
    let file = try DraftFile(holding: text)
    // Through the shell, for an editor may come with options. Keys that interrupt are the editor's: the shell would end
    // of them when the editor does, and what the editor has to say with its status would be lost.
    let command = ["/bin/sh", "-c", "trap : INT QUIT; \(editor) \"$1\"", "sh", file.path]
    let outcome = await terminal.lend { () async -> Result<Int32, ChildProgram.Failure> in
      do throws(ChildProgram.Failure) {
        return .success(try await ChildProgram(command, .inTerminal).run())
      } catch {
        return .failure(error)
      }
    }
    switch outcome {
    case .failure(let failure):
      file.remove()
      throw ProgramError("\(editor) did not start: \(String(cString: strerror(failure.code)))")
    case .success(0):
      let edited = try file.text()
      file.remove()
      return edited == text ? nil : edited
    case .success(let status):
      // What was written may be wanted all the same.
      throw ProgramError("the editor ended with status \(status); its file is \(file.path)")
    }
  }

  @MainActor func open(_ address: String) async throws(ProgramError) {
    // A browser is for addresses; what opens a file depends on the file.
    let usual = address.hasPrefix("/") ? "xdg-open" : variable("BROWSER") ?? "xdg-open"
    // One of the person's own may come with options.
    let command =
      opener.map { ["/bin/sh", "-c", "\($0) \"$1\"", "sh", address] } ?? [usual, address]
    let failure = ProgramError("\(opener ?? usual) did not open \(address)")
    let status: Int32
    do throws(ChildProgram.Failure) {
      status = try await ChildProgram(command, .detached).run()
    } catch {
      throw failure
    }
    if status != 0 { throw failure }
  }

  private func variable(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}
