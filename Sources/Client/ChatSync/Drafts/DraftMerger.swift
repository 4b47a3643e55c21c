package import ChatDomain
import DraftEngine

/// Merges the service's versions of drafts, which other devices wrote, into those of this device.
final class DraftMerger {
  private let tools: SyncTools
  private let saver: DraftSaver

  init(_ tools: SyncTools, saver: DraftSaver) {
    self.tools = tools
    self.saver = saver
  }

  private var deviceId: DeviceID { tools.service.deviceId }

  enum Outcome {
    /// The version is older than the known one.
    case nothingNew
    /// This device sent it.
    case echo
    case merged
  }

  /// Applies a version from the service. A part that changed on one side takes the change; a part that changed on both is
  /// merged.
  func merge(_ remote: RemoteDraft, into draft: Draft) -> Outcome {
    draft.sync.lastReportAt = tools.clock.now
    if let quoted = remote.content?.quoted { draft.updateQuote { $0.updated(by: quoted) } }
    let old = draft.sync.ancestor
    let oldRevision = draft.sync.revision
    guard remote.isAnswer || remote.revision > oldRevision else { return .nothingNew }
    let theirs = remote.content
    let ours = draft.publishable
    let isEcho = remote.device == deviceId && draft.sync.isUnanswered(theirs)
    // An answer older than the common version comes from a service that has lost that version. A draft missing there was not
    // deleted, and nothing there derives from the common version.
    let hasForgotten = remote.revision < oldRevision
    let base = draft.sync.isAncestorSpent || hasForgotten ? nil : old?.content
    draft.sync.agree(on: remote.revision, theirs)
    saver.markUnsaved(draft)
    if isEcho {
      if ours == theirs { adoptStamp(of: remote, into: draft) }
      return .echo
    }
    let isSame = theirs == old?.content
    if !isSame || theirs == nil { draft.sync.resetSpent() }
    if ours == theirs { adoptStamp(of: remote, into: draft) }
    if ours == theirs || isSame { return .merged }
    if ours == base || ours == nil {
      replace(draft, by: remote)
    } else if let theirs {
      merge(theirs, of: remote, base: base, into: draft)
    }
    return .merged
  }

  /// Nothing changed here: the draft becomes that of the other device. Text that would be lost goes into the history.
  private func replace(_ draft: Draft, by remote: RemoteDraft) {
    let document = DraftDocument(elements: remote.content?.elements ?? [])
    let losesWords = draft.composed.composition.document.losesWords(to: document)
    let (createdAt, wereOwn) = (draft.stamp.createdAt, draft.stamp.savedBy == deviceId)
    draft.replace(
      with: document, parts: draft.composed.parts.replaced(by: remote.content), origin: .merge,
      because: losesWords ? .replaced : nil)
    if !draft.isEmpty {
      draft.stamp = DraftStamp(
        createdAt: remote.createdAt ?? createdAt ?? tools.clock.now,
        updatedAt: remote.updatedAt ?? tools.clock.now,
        savedBy: remote.device)
    }
    let cause: DraftChange.Cause = draft.isEmpty ? .deleted : .merged(conflicts: 0)
    post(losesWords ? .replaced(wereOwn: wereOwn) : cause, of: draft)
  }

  /// Both sides changed: each keeps its changes, and where both changed the same words those of this device stay.
  private func merge(
    _ theirs: DraftContent, of remote: RemoteDraft, base: DraftContent?, into draft: Draft
  ) {
    let theirDocument = DraftDocument(elements: theirs.elements)
    let merge = DraftMerge(
      base: DraftDocument(elements: base?.elements ?? []), ours: draft.composed.composition.document,
      theirs: theirDocument)
    draft.merge(
      merge.transactions, parts: draft.composed.parts.merging(theirs, base: base),
      conflicting: merge.conflicts.isEmpty ? nil : theirDocument)
    draft.stamp.createdAt = [draft.stamp.createdAt, remote.createdAt].compactMap(\.self).min()
    draft.stamp.savedBy = deviceId
    if draft.publishable == theirs { adoptStamp(of: remote, into: draft) }
    post(.merged(conflicts: merge.conflicts.count), of: draft)
  }

  /// Adopts the dates and the device of the service's version, which has the same text, so that they are the same on all devices.
  func adoptStamp(of remote: RemoteDraft, into draft: Draft) {
    guard let createdAt = remote.createdAt, let updatedAt = remote.updatedAt, !draft.isEmpty
    else { return }
    let stamp = DraftStamp(createdAt: createdAt, updatedAt: updatedAt, savedBy: remote.device)
    guard stamp != draft.stamp else { return }
    draft.stamp = stamp
    saver.markUnsaved(draft)
    post(.merged(conflicts: 0), of: draft)
  }

  private func post(_ cause: DraftChange.Cause, of draft: Draft) {
    tools.board.post(.draft(DraftChange(key: draft.key, cause: cause)))
  }
}

/// A version of a draft from the service.
package nonisolated struct RemoteDraft {
  var revision: DraftRevision
  /// Nil: it was deleted.
  var content: DraftContent?
  var device: DeviceID?
  var createdAt: Timestamp?
  var updatedAt: Timestamp?
  /// Whether it is the service's answer to a request, and not an event that may be late.
  var isAnswer = false

  package init(_ draft: DraftMessage) {
    revision = draft.revision
    content = draft.content.isEmpty ? nil : draft.content
    device = draft.savedBy
    createdAt = draft.createdAt
    updatedAt = draft.updatedAt
  }

  init(_ event: DraftDeletedEvent) {
    revision = event.revision
    device = event.deletedBy
  }

  /// The version of another device that was faster.
  init(conflict current: DraftMessage?, revision: DraftRevision) {
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
