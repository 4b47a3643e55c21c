import CursesTerminal
import FileSystem
import Glibc

/// The program's exit statuses: the numbers of sysexits.h, and `signal`.
enum ExitStatus {
  static let success: Int32 = 0
  static let usage: Int32 = 64
  /// The input to send is not text, or is empty.
  static let badData: Int32 = 65
  /// There is nothing to export, or the channel does not exist.
  static let noInput: Int32 = 66
  static let unavailable: Int32 = 69
  static let cannotCreate: Int32 = 73
  /// Not all typed text could be saved, or the requested data could not be read or written.
  static let notSaved: Int32 = 74
  /// The message waits in the outbox, and will be sent later.
  static let waiting: Int32 = 75
  /// A server refuses the sign-in or the message.
  static let notAllowed: Int32 = 77
  static let misconfigured: Int32 = 78
  /// A signal ended a run that had no screen; its number is added.
  static let signal: Int32 = 128
}

/// Writes a sentence to standard error, after the program's name.
func complain(_ sentence: String) {
  let line = Array("inkwell: \(sentence)\n".utf8)
  // A failure to write to the error stream cannot be reported, so the result is ignored.
  _ = write(STDERR_FILENO, line, line.count)
}

/// Writes a sentence to standard error, after the program's name, over the previous one.
func complainInPlace(_ sentence: String) {
  let line = Array("\r\u{1B}[Kinkwell: \(sentence)".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}

/// Ends the line that was written in place.
func endLineInPlace() { _ = write(STDERR_FILENO, "\n", 1) }

/// Writes to standard output, or reports why not all of it could be written.
///
/// - Returns: the exit status.
func printOut(_ text: String) -> Int32 {
  do throws(SystemFault) {
    try WholeFile.write(text.utf8, to: STDOUT_FILENO)
    return ExitStatus.success
  } catch {
    complain("not all of it could be written: \(error.reason)")
    return ExitStatus.notSaved
  }
}

/// Ends the program with an exit status.
func leave(with status: Int32) -> Never {
  exit(status)
}

/// Runs the main loop, and ends the program with the exit status of the work.
@MainActor
func end(after work: @escaping @MainActor () async -> Int32) -> Never {
  Task { leave(with: await work()) }
  MainLoop.shared.run()
}
