package import ChatDomain
import DraftEngine

/// Merges the service's versions of drafts, which other devices wrote, into those of this device.
final class DraftMerger {
  private let saver: DraftSaver
  private let board: NoticeBoard
  private let clock: any ChatClock
  private let deviceId: DeviceID

  init(saver: DraftSaver, board: NoticeBoard, clock: any ChatClock, deviceId: DeviceID) {
    self.saver = saver
    self.board = board
    self.clock = clock
    self.deviceId = deviceId
  }

  package enum Outcome {
    /// The version is older than the known one.
    case nothingNew
    /// This device sent it.
    case echo
    case merged
  }

  /// Applies a version from the service. A part that changed on one side takes the change; a part that changed on both is
  /// merged.
  func merge(_ remote: RemoteDraft, into state: Draft) -> Outcome {
    state.sync.lastReportAt = clock.now
    if let quoted = remote.content?.quoted { state.updateQuote { $0.updated(by: quoted) } }
    let old = state.sync.ancestor
    let oldRevision = state.sync.revision
    guard remote.isAnswer || remote.revision > oldRevision else { return .nothingNew }
    let theirs = remote.content
    let ours = state.publishable
    let isEcho = remote.device == deviceId && state.sync.isUnanswered(theirs)
    // An answer older than the common version comes from a service that has lost that version. A draft missing there was not
    // deleted, and nothing there derives from the common version.
    let hasForgotten = remote.revision < oldRevision
    let base = state.sync.isAncestorSpent || hasForgotten ? nil : old?.content
    state.sync.agree(on: remote.revision, theirs)
    saver.markUnsaved(state)
    if isEcho {
      if ours == theirs { adoptStamp(of: remote, into: state) }
      return .echo
    }
    let isSame = theirs == old?.content
    if !isSame || theirs == nil { state.sync.resetSpent() }
    if ours == theirs { adoptStamp(of: remote, into: state) }
    if ours == theirs || isSame { return .merged }
    if ours == base || ours == nil {
      replace(state, by: remote)
    } else if let theirs {
      merge(theirs, of: remote, base: base, into: state)
    }
    return .merged
  }

  /// Nothing changed here: the draft becomes that of the other device. Text that would be lost goes into the history.
  private func replace(_ state: Draft, by remote: RemoteDraft) {
    let document = DraftDocument(elements: remote.content?.elements ?? [])
    let losesWords = state.composed.composition.document.losesWords(to: document)
    let (createdAt, wereOwn) = (state.stamp.createdAt, state.stamp.savedBy == deviceId)
    state.replace(
      with: document, parts: state.composed.parts.replaced(by: remote.content), origin: .merge,
      because: losesWords ? .replaced : nil)
    if !state.isEmpty {
      state.stamp = DraftStamp(
        createdAt: remote.createdAt ?? createdAt ?? clock.now, updatedAt: remote.updatedAt ?? clock.now,
        savedBy: remote.device)
    }
    let cause: DraftChange.Cause = state.isEmpty ? .deleted : .merged(conflicts: 0)
    post(losesWords ? .replaced(wereOwn: wereOwn) : cause, of: state)
  }

  /// Both sides changed: each keeps its changes, and where both changed the same words those of this device stay.
  private func merge(
    _ theirs: DraftContent, of remote: RemoteDraft, base: DraftContent?, into state: Draft
  ) {
    let theirDocument = DraftDocument(elements: theirs.elements)
    let merge = DraftMerge(
      base: DraftDocument(elements: base?.elements ?? []), ours: state.composed.composition.document,
      theirs: theirDocument)
    state.merge(
      merge.transactions, parts: state.composed.parts.merging(theirs, base: base),
      conflicting: merge.conflicts.isEmpty ? nil : theirDocument)
    state.stamp.createdAt = [state.stamp.createdAt, remote.createdAt].compactMap(\.self).min()
    state.stamp.savedBy = deviceId
    if state.publishable == theirs { adoptStamp(of: remote, into: state) }
    post(.merged(conflicts: merge.conflicts.count), of: state)
  }

  /// Dates the draft as the service does, which has the same text: on every device it has the same dates, and is the work
  /// of the same device.
  func adoptStamp(of remote: RemoteDraft, into state: Draft) {
    guard let createdAt = remote.createdAt, let updatedAt = remote.updatedAt, !state.isEmpty
    else { return }
    let stamp = DraftStamp(createdAt: createdAt, updatedAt: updatedAt, savedBy: remote.device)
    guard stamp != state.stamp else { return }
    state.stamp = stamp
    saver.markUnsaved(state)
    post(.merged(conflicts: 0), of: state)
  }

  private func post(_ cause: DraftChange.Cause, of state: Draft) {
    board.post(.draft(DraftChange(key: state.key, cause: cause)))
  }
}

/// A version of a draft from the service.
package nonisolated struct RemoteDraft {
  package var revision: DraftRevision
  /// Nil: it was deleted.
  var content: DraftContent?
  var device: DeviceID?
  package var createdAt: Timestamp?
  package var updatedAt: Timestamp?
  /// Whether it is the service's answer to a request, and not an event that may be late.
  var isAnswer = false

  package init(_ draft: DraftMessage) {
    revision = draft.revision
    content = draft.content.isEmpty ? nil : draft.content
    device = draft.savedBy
    createdAt = draft.createdAt
    updatedAt = draft.updatedAt
  }

  package init(_ event: DraftDeletedEvent) {
    revision = event.revision
    device = event.deletedBy
  }

  /// The version of another device that was faster.
  package init(conflict current: DraftMessage?, revision: DraftRevision) {
    self.revision = revision
    if let current { self = RemoteDraft(current) }
    isAnswer = true
  }
}

extension DraftDocument {
  /// Whether this document has words that the other one lacks.
  nonisolated fileprivate func losesWords(to other: DraftDocument) -> Bool {
    transaction(updatingTo: other.text, origin: .merge).changes.contains { change in
      !text.slice(utf8: change.range).isBlank
    }
  }
}
