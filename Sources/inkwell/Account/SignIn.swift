import ChatDomain
import CursesTerminal
import Glibc
import HTTPTransport
import MatrixService

/// Gets the session of an account: the stored one, or a new one with a password or the browser.
@MainActor
struct SignIn {
  let account: Account
  let sessionStore: any SessionStore
  let transport: any Transport
  let terminal: any LoginTerminal
  /// The name of this device in the lists of the user's other devices; nil: the first sign-in asks for it.
  var deviceName: String?
  /// Whether an account whose session has ended is opened without signing in.
  var opensSignedOut = false

  /// The number of attempts to type the password.
  static let attempts = 3

  func session() async throws(AccountFault) -> MatrixSession {
    defer { terminal.finish() }
    let kept: MatrixSession?
    do throws(SessionFault) {
      kept = try sessionStore.load()
    } catch {
      guard error.canBeReplaced else {
        throw AccountFault(sentence: "\(error)".printable, status: ExitStatus.notSaved)
      }
      terminal.tell("\("\(error)".printable): please sign in again")
      kept = nil
    }
    guard let kept else { return try await signIn(again: nil) }
    guard kept.server == account.server, account.name.id == nil || account.name.id == kept.user else {
      throw AccountFault(
        sentence: "the profile \(account.profile.name) belongs to \(kept.user) at \(kept.server)",
        status: ExitStatus.usage)
    }
    guard kept.isEnded, !opensSignedOut else { return kept }
    terminal.tell("\(kept.server) has ended the session of \(kept.user): please sign in again")
    return try await signIn(again: kept)
  }

  /// - Parameter kept: the session that has ended. The same user continues as the same device, with its drafts and unsent
  ///   messages; another account of the browser is refused.
  private func signIn(again kept: MatrixSession?) async throws(AccountFault) -> MatrixSession {
    guard terminal.hasTerminal else { throw Self.noTerminal }
    let login = try await login()
    let user = kept?.user.rawValue ?? account.name.text
    var naming = DeviceNaming(wish: deviceName, isKnown: kept != nil, terminal: terminal)
    let session =
      login.hasPassword
      ? try await passwordSession(of: login, for: user, on: kept?.device, &naming)
      : try await browserSession(of: login, for: user, on: kept?.device, &naming)
    try await keep(session)
    return session
  }

  /// The sign-in methods of the server.
  private func login() async throws(AccountFault) -> MatrixLogin {
    do throws(LoginError) {
      let login = try await terminal.wait(for: "asking \(account.server) how to sign in") {
        [account, transport] () async throws(LoginError) in
        try await MatrixLogin(at: account.server, transport: transport)
      }
      guard login.hasPassword || login.hasSingleSignOn else { throw .noKnownSignIn(account.server) }
      return login
    } catch {
      throw fault(error)
    }
  }

  private func passwordSession(
    of login: MatrixLogin, for user: String, on device: DeviceID?, _ naming: inout DeviceNaming
  ) async throws(AccountFault) -> MatrixSession {
    if login.hasSingleSignOn {
      terminal.tell("without a password, press Enter to sign in with the browser")
    }
    var left = Self.attempts
    while true {
      left -= 1
      guard let password = try password(isOptional: login.hasSingleSignOn) else {
        return try await browserSession(of: login, for: user, on: device, &naming)
      }
      let name = try naming.name()
      do throws(LoginError) {
        return try await terminal.wait(for: "signing in") { () async throws(LoginError) in
          try await login.signIn(user: user, password: password, device: device, name: name)
        }
      } catch .wrongPassword where left > 0 {
        terminal.tell("\(LoginError.wrongPassword)")
      } catch {
        throw fault(error)
      }
    }
  }

  private func browserSession(
    of login: MatrixLogin, for user: String, on device: DeviceID?, _ naming: inout DeviceNaming
  ) async throws(AccountFault) -> MatrixSession {
    // Asked before the browser opens, because the token from the browser expires soon.
    let name = try naming.name()
    let listener = LoopbackListener()
    let page = login.singleSignOnPage(returningTo: listener?.address ?? Self.nowhere)
    terminal.tell("sign in with your browser; if it does not open by itself, at \(page)")
    terminal.browse(page)
    let token = try token(from: listener)
    do throws(LoginError) {
      return try await terminal.wait(for: "signing in") { () async throws(LoginError) in
        try await login.signIn(token: token, user: user, device: device, name: name)
      }
    } catch {
      throw fault(error)
    }
  }

  /// The redirect if no port can be opened: the browser then shows an address with the token.
  private static let nowhere = "http://127.0.0.1/"

  /// The token from the browser, or pasted by the user, whose browser may be on another computer.
  private func token(from listener: LoopbackListener?) throws(AccountFault) -> LoginToken {
    while true {
      let outcome = terminal.ask(
        "Waiting for the browser. If nothing happens, paste its last address: ", orUntil: listener?.descriptor
      )
      switch outcome {
      case .interrupted:
        if let token = listener?.token() { return token }
      case .typed(let secret):
        defer { secret.wipe() }
        if let token = secret.text.flatMap({ LoginToken($0) }) { return token }
        terminal.tell(secret.isEmpty ? "nothing was pasted" : "there is no loginToken in this address")
      case .tooLong: terminal.tell("the address is too long")
      case .cancelled, .ended, .noTerminal: throw Self.fault(outcome)
      }
    }
  }

  /// Saves the session. One that cannot be saved is ended again, because its token would be lost with this process.
  private func keep(_ session: MatrixSession) async throws(AccountFault) {
    do throws(SessionFault) {
      try sessionStore.save(session)
    } catch {
      await MatrixLogin.signOut(session, transport: transport)
      throw AccountFault(
        sentence: "the session cannot be saved: \(error)".printable, status: ExitStatus.cannotCreate)
    }
  }

  private func fault(_ error: LoginError) -> AccountFault {
    let status =
      switch error {
      case .unreachable, .badDiscovery, .unavailable, .tooManyAttempts, .notAHomeserver:
        ExitStatus.unavailable
      case .noPasswordSignIn, .noKnownSignIn, .wrongPassword, .expiredToken, .held, .otherPerson,
        .refused:
        ExitStatus.notAllowed
      case .cancelled: ExitStatus.signal + SIGINT
      }
    var sentence = "\(error)".printable
    if account.isServerGuessed, case .notAHomeserver = error {
      sentence += "; give its server with --server URL"
    }
    return AccountFault(sentence: sentence, status: status)
  }

  /// - Parameter isOptional: whether the server has another sign-in method.
  /// - Returns: nil if the user chose the other method.
  private func password(isOptional: Bool) throws(AccountFault) -> String? {
    while true {
      let outcome = terminal.ask("Password of \(account.name.text) at \(account.server): ", orUntil: nil)
      switch outcome {
      case .typed(let secret):
        defer { secret.wipe() }
        if secret.isEmpty, isOptional { return nil }
        if let text = secret.text, !text.isEmpty { return text }
        terminal.tell(secret.isEmpty ? "nothing was typed" : "this is not UTF-8 text")
      case .tooLong: terminal.tell("a password has at most \(Secret.limit) bytes")
      case .cancelled, .ended, .noTerminal, .interrupted: throw Self.fault(outcome)
      }
    }
  }

  /// The fault for a question without an answer.
  static func fault(_ outcome: TerminalPrompt.Outcome) -> AccountFault {
    switch outcome {
    case .ended(let signal): AccountFault(sentence: cancelled.sentence, status: ExitStatus.signal + signal)
    case .noTerminal: noTerminal
    case .typed, .tooLong, .cancelled, .interrupted: cancelled
    }
  }

  static let cancelled = AccountFault(sentence: "not signed in", status: ExitStatus.signal + SIGINT)
  static let noTerminal = AccountFault(
    sentence: "the password can only be entered on a terminal, and there is none",
    status: ExitStatus.unavailable)
}

/// Asks for the name of this device, once for each sign-in, unless it is known already.
@MainActor
struct DeviceNaming {
  private let terminal: any LoginTerminal
  private var chosen: String?

  /// The maximum length in a list of devices.
  private static let limit = 100

  /// - Parameters:
  ///   - wish: the name that was given before; nil: asks for it.
  ///   - isKnown: whether the device signs in again, and already has a name.
  init(wish: String?, isKnown: Bool, terminal: any LoginTerminal) {
    self.terminal = terminal
    chosen = wish ?? (isKnown ? Self.usual : nil)
  }

  /// The name; an empty answer stands for the default.
  mutating func name() throws(AccountFault) -> String {
    if let chosen { return chosen }
    terminal.tell("your other devices will see this one as \(Self.usual)")
    while chosen == nil {
      let outcome = terminal.askOpenly("Press Enter to accept, or type another name: ")
      switch outcome {
      case .typed(let line):
        guard let text = line.text, text.count <= Self.limit else { fallthrough }
        let words = text.split(separator: " ").joined(separator: " ")
        chosen = words.isEmpty ? Self.usual : words
      case .tooLong: terminal.tell("a device name has at most \(Self.limit) letters")
      case .cancelled, .ended, .noTerminal, .interrupted: throw SignIn.fault(outcome)
      }
    }
    return chosen ?? Self.usual
  }

  /// The default: the names of the program and this computer.
  static var usual: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "Inkwell" }
    let host = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return host.isEmpty ? "Inkwell" : "Inkwell on \(host.printable)"
  }
}

/// How to sign in when an account is opened.
@MainActor
struct SignInWay {
  let terminal: any LoginTerminal
  /// The name of this device in the lists of the user's other devices; nil: the first sign-in asks for it.
  var deviceName: String?
  /// Whether an account whose session has ended is opened without signing in.
  var opensSignedOut = false
}
