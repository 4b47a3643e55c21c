import ChatControllers
package import ChatDomain
import ChatScreens
import DraftEngine

/// Attaches, measures and removes the files of a draft, and shows them until they are uploaded.
package final class Attachments {
  /// One file of one message that is being sent.
  private struct UploadKey: Hashable, Comparable {
    let transactionId: TransactionID
    let index: Int

    static func < (left: UploadKey, right: UploadKey) -> Bool {
      (left.transactionId, left.index) < (right.transactionId, right.index)
    }
  }

  /// The sizes of files by their paths, as far as they are known.
  private var sizes: [String: Int] = [:]
  /// The paths of files whose size was requested, whether or not it is known.
  private var measured: Set<String> = []
  private var uploads: [UploadKey: UploadLine] = [:]
  private let editor: ComposerTextEditor
  private let context: any ComposerContext
  private var draft: MessageDraft { editor.draft }

  init(_ editor: ComposerTextEditor, context: any ComposerContext) {
    self.editor = editor
    self.context = context
  }

  // MARK: Attaching

  /// Attaches a file at once, so that a message sent with the next key includes it. A file that turns out to be
  /// unreadable or too large is removed again.
  package func attach(_ path: String) {
    guard mayAttach(1) else { return }
    let full = context.files.expanded(path)
    let file = InputFile(path: full)
    measure(file, at: full)
    draft.files.append(file)
  }

  /// Attaches files of another draft, whose sizes may be unknown.
  ///
  /// - Parameter accepted: the files that an earlier session has measured. They stay even if they cannot be read now.
  /// - Returns: whether all of them are attached; otherwise none is.
  package func take(_ files: [InputFile], accepted: [InputFile]) -> Bool {
    let new = files.filter { !draft.files.contains($0) }
    guard mayAttach(new.count) else { return false }
    for file in new where !accepted.contains(file) {
      if case .path(let path) = file.source { measure(file, at: path) }
    }
    draft.files += new
    return true
  }

  private func measure(_ file: InputFile, at path: String) {
    // Keeps `measure()` from measuring the file again once it is in the draft.
    measured.insert(path)
    Task { [weak self, files = context.files] in
      let size = await files.size(ofFile: path)
      let reason = size == nil ? await files.reasonUnreadable(path) : nil
      self?.check(file, at: path, size, unreadable: reason)
    }
  }

  private func check(_ file: InputFile, at path: String, _ size: Int?, unreadable reason: String?) {
    sizes[path] = size
    context.setNeedsFrame()
    // If the file was sent meanwhile, the outbox reports what is wrong with it.
    guard let index = draft.files.lastIndex(of: file) else { return }
    let refusal =
      if let size { refusal(of: path, size) } else { reason.map { Notice.unreadable(path, because: $0) } }
    guard let refusal else { return }
    draft.files.remove(at: index)
    context.refuse(refusal)
  }

  /// Attaches files that were measured already.
  ///
  /// - Returns: whether all of them are attached; otherwise none is.
  func attach(_ files: [MeasuredFile]) -> Bool {
    guard mayAttach(files.count) else { return false }
    for file in files {
      guard let refusal = refusal(of: file.path, file.size) else { continue }
      context.say(refusal)
      return false
    }
    for file in files {
      measured.insert(file.path)
      sizes[file.path] = file.size
    }
    draft.files += files.map { InputFile(path: $0.path) }
    return true
  }

  /// Attaches bytes as a file.
  ///
  /// - Returns: nil if they cannot be attached; a notice says why.
  func attach(_ bytes: [UInt8], named name: String, type: String) -> InputFile? {
    guard mayAttach(1) else { return nil }
    if let refusal = refusal(of: name, bytes.count) {
      context.say(refusal)
      return nil
    }
    let file = InputFile(name: name, type: type, source: .bytes(bytes))
    draft.files.append(file)
    return file
  }

  private func mayAttach(_ count: Int) -> Bool {
    guard draft.editedMessage == nil else {
      context.refuse(.filesNotInEdit)
      return false
    }
    let limit = context.client.limits.filesPerMessage
    guard draft.files.count + draft.attachments.count + count <= limit else {
      context.refuse(.tooManyFiles(limit: limit))
      return false
    }
    return true
  }

  private func refusal(of path: String, _ size: Int) -> Notice? {
    let limit = context.client.limits.fileBytes
    guard size > limit else { return nil }
    return .tooLarge(path, size: ByteCount(size), limit: ByteCount(limit))
  }

  // MARK: Leaving out

  /// Removes the last file. Undo right afterwards restores it, and then the files removed just before it.
  ///
  /// - Returns: whether there was a file.
  func leaveOutLast(after previous: PreviousAction) -> Bool {
    let leftOut: LeftOutFile
    let name: String
    if let file = draft.files.popLast() {
      leftOut = .file(file)
      name = file.name
    } else if let file = draft.attachments.popLast() {
      leftOut = .attachment(file)
      name = file.name
    } else {
      return false
    }
    let earlier = if case .leaveOut(let files) = previous { files } else { [LeftOutFile]() }
    editor.previousAction = .leaveOut(earlier + [leftOut])
    context.say(.leftOut(name, undo: context.key(of: .composer(.undo))))
    return true
  }

  /// Restores the file that was removed last.
  func restoreLast(of leftOut: [LeftOutFile]) {
    switch leftOut.last {
    case .file(let file): draft.files.append(file)
    case .attachment(let file): draft.attachments.append(file)
    case nil: break
    }
    let rest = Array(leftOut.dropLast())
    editor.previousAction = rest.isEmpty ? .other : .leaveOut(rest)
  }

  // MARK: Showing

  /// Measures files that were not attached here, such as those of a stored draft.
  func measure() {
    for file in draft.files {
      guard case .path(let path) = file.source, measured.insert(path).inserted else { continue }
      Task { [weak self, files = context.files] in
        guard let size = await files.size(ofFile: path) else { return }
        self?.sizes[path] = size
        self?.context.setNeedsFrame()
      }
    }
  }

  func handle(_ progress: UploadProgress) {
    guard progress.channelId == draft.key.channelId, progress.parentId == draft.key.parentId else { return }
    let key = UploadKey(transactionId: progress.transactionId, index: progress.index)
    switch progress.state {
    case .sending(let bytes, let size):
      uploads[key] = UploadLine(
        name: progress.fileName, size: size, percent: size > 0 ? bytes * 100 / size : 100)
    // The message itself shows why an upload has failed.
    case .finished, .failed, .waiting: uploads[key] = nil
    }
    context.setNeedsFrame()
  }

  /// Hides the uploads of a message that was sent or has failed.
  func handle(_ change: OutboxChange) {
    if case .waiting(let entry) = change.outcome, entry.failure == nil { return }
    let gone = uploads.keys.filter { $0.transactionId == change.transactionId }
    guard !gone.isEmpty else { return }
    for key in gone { uploads[key] = nil }
    context.setNeedsFrame()
  }

  /// The files to be sent, and then those that are being uploaded.
  var lines: [UploadLine] {
    var lines: [UploadLine] = []
    for file in draft.files {
      switch file.source {
      case .bytes(let bytes): lines.append(UploadLine(name: file.name, size: bytes.count))
      case .path(let path): lines.append(UploadLine(name: file.name, size: sizes[path]))
      }
    }
    for file in draft.attachments { lines.append(UploadLine(name: file.name, size: file.size)) }
    guard !uploads.isEmpty else { return lines }
    return lines + uploads.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// A file that can be read, with its size.
nonisolated struct MeasuredFile: Hashable, Sendable {
  let path: String
  let size: Int
}
