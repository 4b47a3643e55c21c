import ChatDomain
import DraftEngine

extension DraftKeeper {
  func draftMessage(for key: DraftKey) -> DraftMessage? {
    guard isEnabled, let state = states[key] else { return nil }
    return message(of: state)
  }

  func inputFiles(of key: DraftKey) -> [InputFile] { isEnabled ? states[key]?.parts.files ?? [] : [] }

  func draftMessages(sortedBy sorting: [DraftSorting]) -> [DraftMessage] {
    guard isEnabled else { return [] }
    return states.values.compactMap { message(of: $0) }.sorted(by: sorting.areInOrder)
  }

  /// Takes over what a list of the service says.
  func take(_ drafts: [DraftMessage]) {
    for draft in drafts { receive(RemoteDraft(draft), for: draft.key) }
  }

  func delete(_ key: DraftKey) {
    guard isEnabled, let state = states[key] else { return }
    state.replace(with: DraftDocument(), parts: DraftParts(), origin: .restore, retiring: .cleared)
    publish(state, after: .zero)
  }

  private func message(of state: DraftState) -> DraftMessage? {
    guard let createdAt = state.createdAt, !state.isEmpty else { return nil }
    return DraftMessage(
      key: state.key, content: state.content, revision: state.sync.ancestor?.revision ?? 0,
      createdAt: createdAt, updatedAt: state.updatedAt ?? createdAt,
      savedBy: state.savedBy ?? service.deviceId)
  }
}
