import ChatControllers
import ChatDomain
import ChatPlatform
import ChatUI

/// Somebody's account, or the demo, that is open in this process: whom it talks to, and what it keeps. With a screen or
/// without one, both are opened and closed here.
@MainActor
struct OpenedAccount {
  let backend: any Backend
  let storage: Storage

  /// - Parameters:
  ///   - account: nil for the demo.
  ///   - isUnattended: whether nobody would see a warning: an account of which nothing can be saved is then not opened.
  static func open(
    _ account: Account?, _ configuration: Configuration, clock: any ChatClock, signingIn way: SignInWay,
    isUnattended: Bool = false
  ) async throws(AccountFault) -> OpenedAccount {
    let backend: any Backend =
      if let account {
        try await AccountBackend.open(
          account, showing: configuration.activity, clock: clock, signingIn: way,
          sharesDrafts: configuration.draftSharing)
      } else {
        await Demo(
          clock: clock, seed: configuration.seed, isQuiet: configuration.isQuiet,
          showing: configuration.activity)
      }
    let storage = await Storage.open(
      account?.profile ?? configuration.profile, clock: clock,
      calendar: LocalCalendar(clock: configuration.clock))
    if account != nil, let owner = storage.otherOwner {
      // Both would keep their drafts on the server as those of one device, each over the other's.
      await backend.close()
      throw AccountFault(
        sentence: "\(owner), and an account opens only once", status: ExitStatus.unavailable)
    }
    if isUnattended, storage.folder == nil {
      await backend.close()
      throw AccountFault(
        sentence: "\(storage.notices.first?.text ?? "nothing can be saved"): nothing is done",
        status: ExitStatus.unavailable)
    }
    return OpenedAccount(backend: backend, storage: storage)
  }

  func client(_ configuration: Configuration, clock: any ChatClock, files: any InputFileReader) -> ChatClient
  {
    ChatClient(
      service: backend.service, store: storage.store, clock: clock, configuration: configuration.client,
      files: files)
  }

  /// - Returns: why the journal stays beside the file, where everything is just as safe; nil if the file is complete.
  func close() async -> StoreError? {
    await backend.close()
    return await storage.end()
  }
}
