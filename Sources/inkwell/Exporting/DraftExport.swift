import ChatDomain
import DraftEngine

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
}
