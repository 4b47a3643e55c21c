import ChatDomain
import CursesTerminal
import Glibc
import HTTPTransport
import MatrixService

/// Gets the session of an account: the one that is kept, without asking anybody, or a new one for a password.
@MainActor
struct SignIn {
  let account: Account
  let sessionStore: any SessionStore
  let transport: any Transport
  /// Asks for what is typed unseen.
  let ask: (_ question: String) -> SecretPrompt.Outcome
  /// Says something before there is a screen.
  let tell: (String) -> Void

  /// How often a password may be typed.
  static let attempts = 3

  func session() async throws(AccountFault) -> MatrixSession {
    let kept: MatrixSession?
    do throws(SessionFault) {
      kept = try sessionStore.load()
    } catch .damaged(let path) {
      tell("\(path.printable) is damaged: please sign in again")
      kept = nil
    } catch {
      throw AccountFault(sentence: "\(error)".printable, status: ExitStatus.notSaved)
    }
    guard let kept else { return try await signIn(on: nil) }
    guard kept.server == account.server, account.name.id == nil || account.name.id == kept.user else {
      throw AccountFault(
        sentence: "the profile \(account.profile.name) is that of \(kept.user) at \(kept.server)",
        status: ExitStatus.usage)
    }
    guard kept.isEnded else { return kept }
    tell("\(kept.server) has ended the session of \(kept.user): please sign in again")
    // As the same device, which goes on with its drafts.
    return try await signIn(on: kept.device)
  }

  private func signIn(on device: DeviceID?) async throws(AccountFault) -> MatrixSession {
    var left = Self.attempts
    while true {
      left -= 1
      let password = try password()
      let session: MatrixSession
      do throws(LoginError) {
        session = try await MatrixLogin.signIn(
          user: account.name.text, password: password, device: device, server: account.server,
          name: Self.deviceName, transport: transport)
      } catch .wrongPassword where left > 0 {
        tell("\(LoginError.wrongPassword)")
        continue
      } catch {
        throw fault(error)
      }
      try await keep(session)
      return session
    }
  }

  /// A session that cannot be kept is ended again: nobody would know its token after the end of the program.
  private func keep(_ session: MatrixSession) async throws(AccountFault) {
    do throws(SessionFault) {
      try sessionStore.save(session)
    } catch {
      await MatrixLogin.signOut(session, transport: transport)
      throw AccountFault(
        sentence: "the session cannot be kept: \(error)".printable, status: ExitStatus.cannotCreate)
    }
  }

  private func fault(_ error: LoginError) -> AccountFault {
    let status =
      switch error {
      case .unreachable, .unavailable, .tooManyAttempts, .notAHomeserver: ExitStatus.unavailable
      case .noPasswordSignIn, .wrongPassword, .deactivated, .otherPerson, .refused: ExitStatus.notAllowed
      case .cancelled: ExitStatus.signal + SIGINT
      }
    var sentence = "\(error)".printable
    if account.isServerGuessed, case .notAHomeserver = error {
      sentence += "; --server URL says where the account is"
    }
    return AccountFault(sentence: sentence, status: status)
  }

  private func password() throws(AccountFault) -> String {
    while true {
      switch ask("Password of \(account.name.text) at \(account.server): ") {
      case .typed(let secret):
        defer { secret.wipe() }
        if let text = secret.text, !text.isEmpty { return text }
        tell(secret.isEmpty ? "nothing was typed" : "this is no text in UTF-8")
      case .tooLong: tell("a password has at most \(Secret.limit) bytes")
      case .cancelled: throw AccountFault(sentence: "not signed in", status: ExitStatus.signal + SIGINT)
      case .ended(let signal):
        throw AccountFault(sentence: "not signed in", status: ExitStatus.signal + signal)
      case .noTerminal:
        throw AccountFault(
          sentence: "a password is only asked for on a terminal, and there is none",
          status: ExitStatus.unavailable)
      }
    }
  }

  /// What the person's other devices call this one.
  private static var deviceName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "Inkwell" }
    let host = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return host.isEmpty ? "Inkwell" : "Inkwell on \(host.printable)"
  }
}
