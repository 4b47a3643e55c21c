import ChatDomain
import DraftEngine

/// All that a profile keeps of what is being written, to be taken elsewhere.
struct DraftExport: Equatable {
  enum Form: String, Hashable, Sendable, CaseIterable { case json, text }

  let profile: String
  /// The one edited last comes first.
  let drafts: [StoredDraft]
  /// What left the composer, the latest first; nil when it was not asked for.
  let history: [DraftHistoryEntry]?

  init(profile: String, drafts: [StoredDraft], history: [DraftHistoryEntry]?) {
    self.profile = profile
    self.drafts = drafts.filter { !$0.isEmpty }.sorted { left, right in
      left.updatedAt == right.updatedAt ? left.key < right.key : left.updatedAt > right.updatedAt
    }
    self.history = history
  }

  init(_ profile: Profile, from store: some LocalStore, includesHistory: Bool) async throws(StoreError) {
    // In this order what is sent meanwhile is in both, and not in neither.
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
}
