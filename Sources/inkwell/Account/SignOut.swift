import CursesTerminal
import HTTPTransport
import MatrixService

/// Ends the session of an account at its server; what is kept on this device stays.
struct SignOut {
  let sessionStore: any SessionStore
  let transport: any Transport
  let tell: (String) -> Void

  /// - Returns: whether nothing on this device lets anybody in any more.
  func run() async -> Bool {
    CoreDumps.forbid()
    do throws(SessionFault) {
      guard let session = try sessionStore.load() else {
        tell("nobody is signed in there")
        return true
      }
      guard !session.isEnded else {
        tell("\(session.user) is signed out already")
        return true
      }
      let isEnded = await MatrixLogin.signOut(session, transport: transport)
      // Whoever signs in again goes on as the same device, with its drafts and what is unsent.
      try sessionStore.save(session.signedOut)
      tell(
        "\(session.user) is signed out; what was kept on this device stays, and goes on at the next --login")
      if !isEnded {
        tell(
          "\(session.server) could not be told: end the session \(session.device) in another client, too")
      }
      return true
    } catch {
      tell("\(error)".printable)
      return false
    }
  }
}
