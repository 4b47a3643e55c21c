import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine

/// One file of one message on its way.
nonisolated struct UploadKey: Hashable, Sendable {
  var transactionId: TransactionID
  var index: Int
}

/// Files that were attached in the place of a pasted path.
nonisolated struct Drop: Hashable, Sendable {
  var files: [InputFile]
  /// The text with the path: when undo brings it back, the files go.
  var text: String
}

extension ComposerPane {
  /// Sends a file along. It is looked at now, and read when it is sent.
  func attach(_ path: String) {
    guard let files = stage?.files else { return }
    Task { [weak self] in
      let full = files.expanded(path)
      let size = await files.size(ofFile: full)
      self?.attach([(full, size)])
    }
  }

  /// - Returns: whether all of them go along now.
  @discardableResult
  private func attach(_ found: [(path: String, size: Int?)]) -> Bool {
    let limits = client.service.limits
    guard draft.editedMessage == nil else {
      say("files cannot be added to a message that was sent", .error)
      return false
    }
    guard draft.files.count + draft.attachments.count + found.count <= limits.filesPerMessage else {
      say("a message takes \(limits.filesPerMessage) files at most", .error)
      return false
    }
    for (path, size) in found {
      guard let size else {
        say("\(path) cannot be read", .error)
        return false
      }
      guard size <= limits.fileBytes else {
        say("\(path) has \(Self.size(size)), and the limit is \(Self.size(limits.fileBytes))", .error)
        return false
      }
    }
    for (path, size) in found { sizes[path] = size }
    draft.files += found.map { InputFile(path: $0.path) }
    return true
  }

  func removeLastFile() -> ComposerOutcome {
    if let file = draft.files.popLast() {
      say("\(file.name) stays here")
    } else if let file = draft.attachments.popLast() {
      say("\(file.name) does not go along")
    } else {
      return .nothing
    }
    return .done
  }

  /// What looks like dropped files is attached instead of being said, once it is known that they are there.
  func attachDropped(_ paths: [String], pastedAt range: Range<Int>) {
    guard let files = stage?.files else { return }
    let pasted = Excerpt.beginning(of: draft.text.slice(utf8: range))
    let text = draft.text
    Task { [weak self] in
      var found: [(path: String, size: Int?)] = []
      for path in paths {
        let full = files.expanded(path)
        guard let size = await files.size(ofFile: full) else { return }
        found.append((full, size))
      }
      // Whoever typed on meanwhile wants the words.
      guard let self, draft.text == text, attach(found), remove(range) else { return }
      drop = Drop(files: found.map { InputFile(path: $0.path) }, text: text)
      let names = found.map { InputFile(path: $0.path).name }.joined(separator: ", ")
      say("\(names) goes along; \(keys(.composer(.undo))) puts back \(pasted)", .good)
    }
  }

  /// Undo brought back the path: the files that came in its place go.
  func takeBackDrop() {
    guard let drop, draft.text == drop.text else { return }
    self.drop = nil
    draft.files.removeAll(where: drop.files.contains)
  }

  /// Asks how large the files are that came with a stored draft.
  func measureFiles() {
    guard let files = stage?.files else { return }
    for file in draft.files {
      guard case .path(let path) = file.source, sizes[path] == nil else { continue }
      // Asked once; -1 stands for a file that is not known yet or not there.
      sizes[path] = -1
      Task { [weak self] in
        guard let size = await files.size(ofFile: path) else { return }
        self?.sizes[path] = size
        self?.stage?.setNeedsFrame()
      }
    }
  }

  func note(_ progress: UploadProgress) {
    guard progress.channelId == draft.key.channelId, progress.parentId == draft.key.parentId else { return }
    let key = UploadKey(transactionId: progress.transactionId, index: progress.index)
    switch progress.state {
    case .sending(let bytes, let size):
      uploads[key] = UploadLine(
        name: progress.fileName, size: size, percent: size > 0 ? bytes * 100 / size : 100)
    // Why it failed stands at the message.
    case .finished, .failed: uploads[key] = nil
    }
    stage?.setNeedsFrame()
  }

  /// A message that is through, either way, has no files on their way any more.
  func note(_ change: OutboxChange) {
    if case .waiting(let entry) = change.outcome, entry.failure == nil { return }
    let gone = uploads.keys.filter { $0.transactionId == change.transactionId }
    guard !gone.isEmpty else { return }
    for key in gone { uploads[key] = nil }
    stage?.setNeedsFrame()
  }

  var fileLines: [UploadLine] {
    let local = draft.files.map { file in
      switch file.source {
      case .bytes(let bytes): UploadLine(name: file.name, size: bytes.count)
      case .path(let path): UploadLine(name: file.name, size: sizes[path].flatMap { $0 < 0 ? nil : $0 })
      }
    }
    let kept = draft.attachments.map { UploadLine(name: $0.name, size: $0.size) }
    let order = uploads.keys.sorted {
      ($0.transactionId.rawValue, $0.index) < ($1.transactionId.rawValue, $1.index)
    }
    return local + kept + order.compactMap { uploads[$0] }
  }

  /// A size as people say it.
  static func size(_ bytes: Int) -> String {
    bytes < 1000 ? "\(bytes) bytes" : bytes < 1_000_000 ? "\(bytes / 1000) kB" : "\(bytes / 1_000_000) MB"
  }
}
