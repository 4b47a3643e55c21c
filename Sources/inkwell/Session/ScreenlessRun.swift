import ChatControllers
import ChatDomain
import ChatPlatform
import CursesTerminal
import Dispatch
import Glibc
import LocalStorage

/// A run without a screen: sends a message, prints messages, or signs out.
@MainActor
struct ScreenlessRun {
  let arguments: Arguments
  let configuration: Configuration

  /// Sends standard input.
  ///
  /// - Returns: the exit status.
  func send(_ request: SendRequest) async -> Int32 {
    let text: String
    do throws(SendRequest.Fault) {
      text = try SendRequest.words(from: STDIN_FILENO)
    } catch {
      complain(error.sentence)
      return ExitStatus.badData
    }
    let clock = RunningClock()
    let opened = await openUnattended(for: "--send", clock)
    let client = opened.client(configuration, clock: clock, files: DiskFiles())
    let sender = ScriptSender(client: client, tell: { complain("\($0)".printable) }, print: { printOut($0) })
    var status = await sender.send(text, request)
    do throws(StoreError) {
      try await client.stop()
    } catch {
      complain("not everything was saved: \(error)")
      // Saving failed, so the waiting message may exist only in this process.
      if status == ExitStatus.waiting { status = ExitStatus.notSaved }
    }
    _ = await opened.close()
    return status
  }

  /// Prints the messages of a channel, and does not mark them as read.
  ///
  /// - Returns: the exit status.
  func exportMessages(of word: String, as form: ExportForm) async -> Int32 {
    let clock = RunningClock()
    let opened = await openUnattended(for: "--export-messages", clock)
    let service = opened.backend.service
    let task = Task { await MessageExport.run(form, of: word, at: service, clock: clock) }
    // C-c ends the export at the current message. The output stays valid, and says that it is incomplete.
    signal(SIGINT, SIG_IGN)
    let interruption = DispatchSource.makeSignalSource(signal: SIGINT, queue: .main)
    interruption.setEventHandler { task.cancel() }
    interruption.activate()
    let status = await task.value
    interruption.cancel()
    _ = await opened.close()
    return status
  }

  /// Signs out without opening the account. Refused while another program has the account open.
  func signOut() async {
    guard let account = knownAccount(), let folder = account.profile.folder(ProcessEnvironment.variable)
    else { return }
    let storage = await Storage.open(
      account.profile, clock: RunningClock(), calendar: LocalCalendar(clock: configuration.clock))
    if let owner = storage.otherOwner {
      complain("\(owner): sign out there, with /logout")
      exit(ExitStatus.unavailable)
    }
    var isErasing = arguments.isErasing
    if isErasing {
      await sayWhatIsErased(storage.store)
    } else {
      switch await askWhatIsKept(storage.store) {
      case .keep: break
      case .erase: isErasing = true
      case .stay(let signal):
        _ = await storage.end()
        complain("not signed out")
        exit(ExitStatus.signal + signal)
      }
    }
    if !isErasing { await AccountRemoval.signOut(folder: folder) }
    _ = await storage.end()
    if isErasing { await AccountRemoval.erase(folder: folder) }
  }

  /// Asks only on a terminal; a script keeps everything.
  private func askWhatIsKept(_ store: any LocalStore) async -> KeepingQuestion.Answer {
    let terminal = configuration.startingTerminal
    guard isatty(STDIN_FILENO) == 1, terminal.hasTerminal else { return .keep }
    var unsent = "text that cannot be read"
    do throws(StoreError) { unsent = try await self.unsent(in: store) } catch {
      // Erasing is still possible.
    }
    return KeepingQuestion(terminal: terminal).answer(about: unsent)
  }

  private func sayWhatIsErased(_ store: any LocalStore) async {
    do throws(StoreError) {
      complain("\(try await unsent(in: store)) are erased")
    } catch {
      complain("the data on this device cannot be read, and is erased: \(error)".printable)
    }
  }

  private func unsent(in store: any LocalStore) async throws(StoreError) -> String {
    let drafts = try await store.drafts().count { !$0.isEmpty }
    let unsent = try await store.outbox().count
    return "\(counted(drafts, "draft", "drafts")) and "
      + "\(counted(unsent, "message or change", "messages or changes")) not sent yet"
  }

  /// Opens the account for an option, without signing in. A fault ends the program.
  private func openUnattended(for option: String, _ clock: any ChatClock) async -> OpenedAccount {
    do throws(AccountFault) {
      guard let account = knownAccount() else {
        throw AccountFault(
          sentence: "\(option) needs --login, or an account in the configuration",
          status: ExitStatus.usage)
      }
      guard account.isSignedIn else {
        throw AccountFault(
          sentence: "nobody is signed in; inkwell --login \(account.name.text) signs in",
          status: ExitStatus.notAllowed)
      }
      return try await OpenedAccount.open(
        account, configuration, clock: clock, signingIn: SignInWay(terminal: configuration.startingTerminal),
        isUnattended: true)
    } catch {
      giveUp(error)
    }
  }

  /// The named account, if it was signed in on this device. A fault ends the program.
  private func knownAccount() -> Account? {
    do throws(AccountFault) {
      let account = try Account.find(arguments, usual: configuration.account)
      guard let account, account.isServerGuessed else { return account }
      throw AccountFault(
        sentence: "\(account.name.text) was not signed in on this device", status: ExitStatus.noInput)
    } catch {
      giveUp(error)
    }
  }

  private func giveUp(_ fault: AccountFault) -> Never {
    complain(fault.sentence)
    exit(fault.status)
  }
}
