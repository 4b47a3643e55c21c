import CProcess
import Glibc

/// A program to start: an editor that borrows the terminal, or an opener for a link.
@MainActor
public struct ChildProgram {
  /// Why a program did not start: an `errno`.
  public struct Failure: Error, Hashable, Sendable {
    public let code: Int32
  }

  public enum Place: Hashable, Sendable {
    /// The program uses the terminal, which must be lent to it.
    case inTerminal
    /// The program gets a separate session, and neither input nor output.
    case detached
  }

  /// The command and its arguments; without a slash the command is looked up in PATH.
  public var command: [String]
  public var place: Place

  public init(_ command: [String], _ place: Place) {
    self.command = command
    self.place = place
  }

  /// Starts the program and waits for it to end, while the main actor does other work.
  /// - Returns: its exit status; 128 and the signal's number if a signal ended it.
  @discardableResult
  public func run() async throws(Failure) -> Int32 { try await start().end() }

  /// Starts it.
  public func start() throws(Failure) -> RunningProgram {
    guard let file = command.first, !command.contains(where: { $0.utf8.contains(0) }) else {
      throw Failure(code: EINVAL)
    }
    var child: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
    arguments.append(nil)
    let error = child_spawn(&child, file, arguments, environ, place == .detached ? 1 : 0)
    for argument in arguments { free(argument) }
    guard error == 0 else { throw Failure(code: error) }
    return RunningProgram(id: child)
  }
}
