import CursesTerminal
import FileSystem
import Glibc
import HTTPTransport
import LocalStorage
import MatrixService

/// Ends the session of an account at its server. The data on this device stays.
struct SignOut {
  let sessionStore: any SessionStore
  let transport: any Transport
  let tell: (String) -> Void

  /// - Returns: whether this device has no access token any more.
  func run() async -> Bool {
    CoreDumps.forbid()
    do throws(SessionFault) {
      guard let session = try sessionStore.load() else {
        tell("nobody is signed in there")
        return true
      }
      guard !session.isEnded else {
        tell("\(session.user) is already signed out")
        return true
      }
      let isEnded = await MatrixLogin.signOut(session, transport: transport)
      // The next sign-in continues as the same device, with its drafts and unsent messages.
      try sessionStore.save(session.signedOut)
      tell("\(session.user) is signed out; the data on this device stays for the next --login")
      if !isEnded {
        tell("\(session.server) was not notified: end the session \(session.device) in another client, too")
      }
      return true
    } catch {
      tell("\(error)".printable)
      return false
    }
  }
}

/// Signs an account out of this device. A failure ends the program.
@MainActor
enum AccountRemoval {
  /// Ends the session at the server.
  static func signOut(folder: String) async {
    let transport = CurlTransport()
    let signOut = SignOut(sessionStore: SessionFile(folder: folder), transport: transport) {
      complain($0)
    }
    let isDone = await signOut.run()
    await transport.close()
    if !isDone { exit(ExitStatus.notSaved) }
  }

  /// Removes the data of an account, then ends its session at the server: if the user interrupts the wait for the server, no
  /// data is left.
  static func erase(folder: String) async {
    CoreDumps.forbid()
    var session: MatrixSession?
    do throws(SessionFault) { session = try SessionFile(folder: folder).load() } catch {
      complain("\(error)".printable)
    }
    let faults = ProfileEraser.erase(folder)
    for fault in faults { complain("not erased: \(fault)".printable) }
    if faults.isEmpty { complain("the account's data on this device is erased") }
    if let session, !session.isEnded {
      let transport = CurlTransport()
      let isEnded = await MatrixLogin.signOut(session, transport: transport)
      await transport.close()
      complain(
        isEnded
          ? "\(session.user) is signed out"
          : "\(session.server) was not notified: end the session \(session.device) in another client"
      )
    }
    if !faults.isEmpty { exit(ExitStatus.notSaved) }
  }
}

/// Permanently removes all data of an account from this device: drafts, history, cache, files in transit, and the session.
enum ProfileEraser {
  /// - Parameter path: the folder of the profile. Links are removed, and not followed.
  /// - Returns: the files that could not be removed, with the reasons.
  static func erase(_ path: String) -> [SystemFault] {
    if unlink(path) == 0 || errno == ENOENT { return [] }
    let fault = SystemFault.last(at: path)
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return [fault] }
    var faults: [SystemFault] = []
    for entry in Folder(path).entries { faults += erase(entry.path) }
    guard faults.isEmpty, rmdir(path) != 0 else { return faults }
    return [.last(at: path)]
  }
}

/// Asks a user who signs out in a terminal whether to keep the data of the account on this device.
@MainActor
struct KeepingQuestion {
  enum Answer: Hashable {
    case keep, erase
    /// The account stays signed in; the exit status is that of this signal.
    case stay(signal: Int32)
  }

  let terminal: any LoginTerminal

  /// - Parameter unsent: the data that is nowhere else, in words.
  func answer(about unsent: String) -> Answer {
    defer { terminal.finish() }
    terminal.tell("This device has \(unsent)")
    while true {
      let outcome = terminal.askOpenly(
        "Press Enter to sign out and keep everything, or type erase to delete it for good: ")
      switch outcome {
      case .typed(let words):
        switch words.text.map({ $0.split(whereSeparator: \.isWhitespace).map { $0.lowercased() } }) {
        case []?: return .keep
        case ["erase"]?: return .erase
        default: terminal.tell("type erase, or press Enter alone")
        }
      case .tooLong: terminal.tell("type erase, or press Enter alone")
      case .ended(let signal): return .stay(signal: signal)
      case .noTerminal, .cancelled, .interrupted: return .stay(signal: SIGINT)
      }
    }
  }
}
