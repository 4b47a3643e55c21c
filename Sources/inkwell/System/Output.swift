import FileSystem
import Glibc

/// Writes a sentence to standard error, after the program's name.
func complain(_ sentence: String) { writeToErrors("inkwell: \(sentence)\n") }

/// Writes a sentence to standard error, after the program's name, over the previous one.
func complainInPlace(_ sentence: String) { writeToErrors("\r\u{1B}[Kinkwell: \(sentence)") }

/// Ends the line that was written in place.
func endLineInPlace() { writeToErrors("\n") }

private func writeToErrors(_ text: String) {
  do throws(SystemFault) { try WholeFile.write(text.utf8, to: STDERR_FILENO) } catch {
    // There is nowhere to report it.
  }
}

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
