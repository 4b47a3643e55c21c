import CursesTerminal
import HTTPTransport
import LocalStorage
import MatrixService

/// How an account leaves this device. A failure ends the program.
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
    if !isDone { leave(with: ExitStatus.notSaved) }
  }

  /// Removes what is kept of an account, then ends its session at the server: whoever does not wait for the server leaves
  /// no words behind.
  static func erase(folder: String) async {
    CoreDumps.forbid()
    var session: MatrixSession?
    do throws(SessionFault) { session = try SessionFile(folder: folder).load() } catch {
      complain("\(error)".printable)
    }
    let faults = ProfileEraser.erase(folder)
    for fault in faults { complain("not erased: \(fault)".printable) }
    if faults.isEmpty { complain("what was kept of the account on this device is erased") }
    if let session, !session.isEnded {
      let transport = CurlTransport()
      let isEnded = await MatrixLogin.signOut(session, transport: transport)
      await transport.close()
      complain(
        isEnded
          ? "\(session.user) is signed out"
          : "\(session.server) could not be told: end the session \(session.device) in another client"
      )
    }
    if !faults.isEmpty { leave(with: ExitStatus.notSaved) }
  }
}
