import CProcess
import Dispatch
import Glibc

/// A program to start: an editor that borrows the terminal, or an opener for a link.
@MainActor
public struct ChildProgram {
  /// Why a program did not start: an `errno`.
  public struct Failure: Error, Hashable, Sendable {
    public let code: Int32
  }

  public enum Place: Hashable, Sendable {
    /// The program uses the terminal, which must be lent to it first.
    case inTerminal
    /// The program gets a separate session, and no input or output.
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
  /// - Returns: its exit status, or 128 plus the number of the signal that ended it; -1 if the system does not say.
  @discardableResult
  public func run() async throws(Failure) -> Int32 { try await start().end() }

  /// Starts the program.
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

/// A running child program.
@MainActor
public struct RunningProgram {
  let id: pid_t

  /// Waits for the program to end, while the main actor does other work.
  /// - Returns: its exit status; 128 and the signal's number if a signal ended it.
  public func end() async -> Int32 {
    let (id, watch) = (id, child_watch(id))
    return await withCheckedContinuation { continuation in
      guard watch >= 0 else {
        // The kernel has no process descriptors, so a thread waits.
        DispatchQueue.global().async { continuation.resume(returning: child_reap(id)) }
        return
      }
      var end: DescriptorWatch?
      end = DescriptorWatch(watch, for: .reading) {
        end?.stop()
        end = nil
        close(watch)
        continuation.resume(returning: child_reap(id))
      }
    }
  }

  /// Sends a signal to the program and all its descendants. A shell that waits for its children does not receive the signal, so it
  /// ends after them.
  public func pass(_ signal: Int32) {
    let inner = Self.descendants(of: id)
    let isWaitingShell = !inner.isEmpty && Self.shells.contains(Self.text(of: "/proc/\(id)/comm"))
    for program in isWaitingShell ? inner : inner + [id] { kill(program, signal) }
  }

  private static let shells: Set<String> = ["sh\n", "dash\n", "bash\n", "busybox\n"]

  private static func descendants(of id: pid_t) -> [pid_t] {
    children(of: id).flatMap { [$0] + descendants(of: $0) }
  }

  private static func children(of id: pid_t) -> [pid_t] {
    text(of: "/proc/\(id)/task/\(id)/children").split(separator: " ").compactMap { pid_t($0) }
  }

  /// The text of a file of the system; empty if there is none.
  private static func text(of path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    // Sufficient for the children of an editor, which are far fewer than this list can hold.
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
