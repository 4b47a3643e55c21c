import ChatDomain
import ChatUI
import InMemoryService
import LocalStorage

/// The store of a session, and its condition.
struct Storage {
  let store: any LocalStore
  /// What the person is told at the start.
  let notices: [Notice]
  /// What happens to the file later.
  var news: AsyncStream<StorageNews>? { file?.news }
  /// The store, if it keeps anything in a file.
  private var file: SQLiteStore?
  /// The folder of the profile; nil if this session may not write to it.
  private(set) var folder: String?
  /// The session that has the profile open, in words; nil if it is this one.
  private(set) var otherOwner: String?

  /// Without a file the program goes on, and each frame says that nothing is saved: typed text is still in memory and
  /// can be sent.
  static func open(
    _ profile: Profile, clock: any ChatClock, calendar: any WallCalendar
  ) async -> Storage {
    guard let folder = profile.folder(ProcessEnvironment.variable) else {
      return Storage(without: .failed("neither XDG_STATE_HOME nor HOME says where"))
    }
    do throws(StoreError) {
      let opened = try await SQLiteStore.open(profile: folder, clock: clock)
      var notices: [Notice] = []
      var otherOwner: String?
      if case .readOnly(let owner) = opened.ownership {
        let who = owner.process > 0 ? "Process \(owner.process)" : "Another process"
        let words = "\(who) has had this profile open since \(calendar.time(owner.since))"
        notices.append(Notice("\(words): nothing is saved here", .warning))
        otherOwner = words
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
      return storage
    } catch {
      return Storage(without: error)
    }
  }

  /// Leaves the file complete, without its journal.
  ///
  /// - Returns: why the journal stays beside the file, where everything is just as safe; nil if the file is complete.
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
