import CursesTerminal
import Glibc

/// The program's exit statuses: the numbers of sysexits.h, and `signal`.
enum ExitStatus {
  static let success: Int32 = 0
  /// An option is wrong.
  static let usage: Int32 = 64
  /// The input to send is not text, or is empty.
  static let badData: Int32 = 65
  /// There is nothing to export, or the channel does not exist.
  static let noInput: Int32 = 66
  /// There is no terminal, no account or no service.
  static let unavailable: Int32 = 69
  /// A file to be made cannot be made.
  static let cannotCreate: Int32 = 73
  /// Not all typed text could be saved, or the requested data could not be read or written.
  static let notSaved: Int32 = 74
  /// The message waits in the outbox, and will be sent later.
  static let waiting: Int32 = 75
  /// A server refuses the sign-in or the message.
  static let notAllowed: Int32 = 77
  /// The configuration file is wrong.
  static let misconfigured: Int32 = 78
  /// A signal ended a run that had no screen; its number is added.
  static let signal: Int32 = 128
}

/// Runs the main loop, and ends the program with the exit status of the work.
@MainActor
func end(after work: @escaping @MainActor () async -> Int32) -> Never {
  Task { exit(await work()) }
  MainLoop.shared.run()
}
