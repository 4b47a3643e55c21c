import ChatControllers
import ChatDomain
import ChatPlatform
import ChatUI
import Composer
import InMemoryService
import LocalStorage

/// An open account, or the demo: its service and its storage. Runs with and without a screen open and close it here.
@MainActor
struct OpenedAccount {
  let backend: any Backend
  let storage: Storage

  /// - Parameters:
  ///   - account: nil for the demo.
  ///   - isUnattended: whether no user would see a warning: an account that cannot be saved is then not opened.
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
      // Both programs would store drafts at the server as the same device, and overwrite each other.
      await backend.close()
      throw AccountFault(
        sentence: "\(owner): an account can be open in only one program", status: ExitStatus.unavailable)
    }
    if isUnattended, storage.folder == nil {
      await backend.close()
      throw AccountFault(
        sentence: "\(storage.notices.first?.text ?? "nothing can be saved"): nothing was done",
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

  /// - Returns: why the journal could not be checkpointed, which loses nothing; nil if it was.
  func close() async -> StoreError? {
    await backend.close()
    return await storage.end()
  }
}

/// The store of a run, and its condition.
struct Storage {
  let store: any LocalStore
  /// The notices for the start.
  let notices: [Notice]
  /// The events of the file after it was opened.
  var news: AsyncStream<StorageNews>? { file?.news }
  /// The store, if it is in a file.
  private var file: SQLiteStore?
  /// The folder of the profile; nil if this process may not write to it.
  private(set) var folder: String?
  /// The other process that has the profile open, in words; nil if there is none.
  private(set) var otherOwner: String?
  /// The error of each save while another process has the profile open.
  private(set) var ownedElsewhere: StoreError?

  /// Without a file the program continues in memory, and each frame warns that nothing is saved.
  static func open(
    _ profile: Profile, clock: any ChatClock, calendar: any WallCalendar
  ) async -> Storage {
    guard let folder = profile.folder(ProcessEnvironment.variable) else {
      return Storage(without: .failed(AccountFault.noFolder.sentence))
    }
    do throws(StoreError) {
      let opened = try await SQLiteStore.open(profile: folder, clock: clock)
      var notices: [Notice] = []
      var otherOwner: String?
      var ownedElsewhere: StoreError?
      if case .readOnly(let owner) = opened.ownership {
        let who = owner.process > 0 ? "Process \(owner.process)" : "Another process"
        let words = "\(who) has had this profile open since \(calendar.time(owner.since))"
        notices.append(Notice("\(words): nothing is saved here", .warning))
        otherOwner = words
        ownedElsewhere = .lockedBy(process: owner.process)
      }
      if let trouble = opened.trouble {
        notices.append(Notice("Nothing new is saved: \(trouble)", .error))
      }
      for recovery in [opened.recovery, opened.logRecovery].compactMap(\.self) {
        notices.append(Notice(recovery.description, .warning))
      }
      var storage = Storage(store: opened.store, notices: notices)
      storage.file = opened.store
      if opened.ownership == .owned, opened.trouble == nil { storage.folder = folder }
      storage.otherOwner = otherOwner
      storage.ownedElsewhere = ownedElsewhere
      return storage
    } catch {
      return Storage(without: error)
    }
  }

  /// Removes cached information about threads: threads of the demo start over with each run, while messages keep their ids.
  func forgetThreads() async {
    guard folder != nil else { return }
    do throws(StoreError) {
      for channel in try await store.cachedChannels(from: 0, limit: .max) {
        var parents = try await store.cachedMessages(in: channel.id, limit: .max).filter {
          $0.threadInfo != nil
        }
        for index in parents.indices { parents[index].threadInfo = nil }
        if !parents.isEmpty { try await store.perform([.cacheMessages(parents)]) }
      }
    } catch {
      // The counts of the previous run stay, which loses nothing.
    }
  }

  /// The channels of earlier runs. If they cannot be read, none: the store reports that itself.
  func knownChannels() async -> [ChannelSummary] {
    do throws(StoreError) {
      return try await store.cachedChannels(from: 0, limit: .max)
    } catch {
      return []
    }
  }

  /// Checkpoints the journal.
  ///
  /// - Returns: why the journal could not be checkpointed, which loses nothing; nil if it was.
  func end() async -> StoreError? {
    do throws(StoreError) {
      try await file?.checkpoint()
      return nil
    } catch {
      return error
    }
  }

  private init(store: any LocalStore, notices: [Notice]) {
    self.store = store
    self.notices = notices
  }

  private init(without error: StoreError) {
    let memory = InMemoryStore()
    memory.setFaults(StoreFaults(writing: error))
    store = memory
    notices = [Notice("Nothing is saved on this device: \(error)", .error)]
  }
}

extension Notice {
  /// Joins the notices of a start, because only the last one would stay on the screen. Nil if there are none.
  init?(joining notices: [Notice]) {
    guard !notices.isEmpty else { return nil }
    let isError = notices.contains { $0.tone == .error }
    self.init(notices.map(\.text).joined(separator: ". "), isError ? .error : .warning)
  }
}
