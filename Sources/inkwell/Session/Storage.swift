import ChatDomain
import ChatUI
import InMemoryService
import LocalStorage

/// The store of a session, and its condition.
struct Storage {
  let store: any LocalStore
  let news: [Notice]
  /// Later changes to the file.
  let later: AsyncStream<StorageNews>?
  /// Leaves the file complete, without its journal.
  private var checkpoint: () async throws(StoreError) -> Void = { () throws(StoreError) in }
  /// The folder of the profile; nil if this session may not write to it.
  var folder: String?
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
      var news: [Notice] = []
      var otherOwner: String?
      if case .readOnly(let owner) = opened.ownership {
        let who = owner.process > 0 ? "Process \(owner.process)" : "Another process"
        let words = "\(who) has had this profile open since \(calendar.time(owner.since))"
        news.append(Notice("\(words): nothing is saved here", .warning))
        otherOwner = words
      }
      if let trouble = opened.trouble {
        news.append(Notice("Nothing new is saved: \(trouble)", .error))
      }
      if let recovery = opened.recovery { news.append(Notice(recovery.description, .warning)) }
      var storage = Storage(store: opened.store, news: news, later: opened.store.news)
      if opened.ownership == .owned, opened.trouble == nil { storage.folder = folder }
      storage.otherOwner = otherOwner
      storage.checkpoint = { () async throws(StoreError) in try await opened.store.checkpoint() }
      return storage
    } catch {
      return Storage(without: error)
    }
  }

  /// Ends the session's use of the file.
  /// - Returns: why everything is in the journal still, where it is as safe; nil if the file is complete.
  func end() async -> StoreError? {
    do throws(StoreError) {
      try await checkpoint()
      return nil
    } catch {
      return error
    }
  }

  private init(store: any LocalStore, news: [Notice], later: AsyncStream<StorageNews>?) {
    self.store = store
    self.news = news
    self.later = later
  }

  private init(without error: StoreError) {
    let memory = InMemoryStore()
    memory.setFaults(StoreFaults(writing: error))
    store = memory
    later = nil
    news = [Notice("Nothing is saved on this device: \(error)", .error)]
  }
}
