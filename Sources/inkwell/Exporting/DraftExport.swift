import ChatDomain
import DraftEngine
import Glibc
import LocalStorage

/// All drafts of a profile, for use elsewhere.
struct DraftExport: Equatable {
  enum Form: String, Hashable, Sendable, CaseIterable { case json, text }

  let profile: String
  /// The drafts, most recently edited first.
  let drafts: [StoredDraft]
  /// The history, latest first; nil if it was not requested.
  let history: [DraftHistoryEntry]?

  init(profile: String, drafts: [StoredDraft], history: [DraftHistoryEntry]?) {
    self.profile = profile
    self.drafts = drafts.filter { !$0.isEmpty }.sorted { left, right in
      left.updatedAt == right.updatedAt ? left.key < right.key : left.updatedAt > right.updatedAt
    }
    self.history = history
  }

  init(_ profile: Profile, from store: some LocalStore, includesHistory: Bool) async throws(StoreError) {
    // In this order, a draft sent meanwhile appears in both rather than in neither.
    let drafts = try await store.drafts()
    let history = includesHistory ? try await store.draftHistory(for: nil, limit: .max) : nil
    self.init(profile: profile.name, drafts: drafts, history: history)
  }

  func text(_ form: Form, isForTerminal: Bool) -> String {
    switch form {
    case .json: json
    case .text: text(isForTerminal: isForTerminal)
    }
  }

  /// Prints the drafts of a profile.
  ///
  /// - Returns: the exit status.
  static func run(_ form: Form, of profile: Profile, includesHistory: Bool, clock: any ChatClock) async
    -> Int32
  {
    guard let folder = profile.folder(ProcessEnvironment.variable) else {
      complain("neither XDG_STATE_HOME nor HOME says where drafts are kept")
      return ExitStatus.noInput
    }
    let export: DraftExport
    do throws(StoreError) {
      let store = try SQLiteStore.read(profile: folder, clock: clock)
      let damage = try SQLiteStore.damage(ofProfile: folder)
      guard let store else {
        let words = "the profile \(profile.name) keeps nothing: there is no \(folder.printable)/store.db"
        complain(damage.map { "\($0). The next start of inkwell recovers what it can" } ?? words)
        return ExitStatus.noInput
      }
      if let damage {
        complain(
          "\(damage). This is what can be read of it; the next start of inkwell recovers what it can"
        )
      }
      export = try await DraftExport(profile, from: store, includesHistory: includesHistory)
    } catch {
      complain("what the profile \(profile.name) keeps cannot be read: \(error)".printable)
      return ExitStatus.notSaved
    }
    return printOut(export.text(form, isForTerminal: isatty(STDOUT_FILENO) == 1))
  }
}
