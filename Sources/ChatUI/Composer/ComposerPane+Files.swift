import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine

/// One file of one message on its way.
nonisolated struct UploadKey: Hashable, Sendable {
  var transactionId: TransactionID
  var index: Int
}

/// A file that was not to go along any more.
nonisolated enum LeftOutFile: Hashable, Sendable {
  case file(InputFile)
  /// The service has it.
  case attachment(FileAttachment)
}

extension ComposerPane {
  /// Sends a file along. It is there at once, so that what is sent with the next key has it; what cannot be sent is taken
  /// off again when it is known, and is read when it is sent.
  func attach(_ path: String) {
    guard let files = services?.files, mayAttach(1) else { return }
    let full = files.expanded(path)
    let file = InputFile(path: full)
    // What is measured here need not be measured because it stands there.
    sizes[full] = sizes[full] ?? -1
    draft.files.append(file)
    Task { [weak self] in
      let size = await files.size(ofFile: full)
      self?.settle(file, at: full, size)
    }
  }

  private func settle(_ file: InputFile, at path: String, _ size: Int?) {
    sizes[path] = size ?? -1
    services?.setNeedsFrame()
    // Of a file that was sent meanwhile the outbox says what there is to say.
    guard let index = draft.files.lastIndex(of: file), let refusal = refusal(of: path, size) else { return }
    draft.files.remove(at: index)
    say(refusal, .error)
  }

  func mayAttach(_ count: Int) -> Bool {
    guard draft.editedMessage == nil else {
      say("Files cannot be added to a message that was sent", .error)
      return false
    }
    let limit = client.service.limits.filesPerMessage
    guard draft.files.count + draft.attachments.count + count <= limit else {
      say("A message takes \(limit) files at most", .error)
      return false
    }
    return true
  }

  func refusal(of path: String, _ size: Int?) -> String? {
    let limit = client.service.limits.fileBytes
    guard let size else { return "\(path) cannot be read" }
    guard size > limit else { return nil }
    return "The file \(path) has \(Self.size(size)), and the limit is \(Self.size(limit))"
  }

  /// Leaves the last file out; undo right after it brings it back.
  func removeLastFile(after before: EditChain) -> ComposerOutcome {
    let leftOut: LeftOutFile
    let words: String
    if let file = draft.files.popLast() {
      leftOut = .file(file)
      words = "Left out: \(file.name)"
    } else if let file = draft.attachments.popLast() {
      leftOut = .attachment(file)
      words = "\(draft.editedMessage == nil ? "Left out" : "Taken off the message"): \(file.name)"
    } else {
      return .nothing
    }
    if case .leaveOut(let files) = before {
      chain = .leaveOut(files + [leftOut])
    } else {
      chain = .leaveOut([leftOut])
    }
    say("\(words); \(keys(.composer(.undo))) brings it back")
    return .done
  }

  /// - Returns: whether the key before left a file out.
  func takeBackLeftOut(after before: EditChain) -> Bool {
    guard case .leaveOut(var files) = before, let last = files.popLast() else { return false }
    switch last {
    case .file(let file): draft.files.append(file)
    case .attachment(let file): draft.attachments.append(file)
    }
    chain = files.isEmpty ? .none : .leaveOut(files)
    return true
  }

  /// Asks how large the files are that came with a stored draft.
  func measureFiles() {
    guard let files = services?.files else { return }
    for file in draft.files {
      guard case .path(let path) = file.source, sizes[path] == nil else { continue }
      // Asked once; -1 stands for a file that is not known yet or not there.
      sizes[path] = -1
      Task { [weak self] in
        guard let size = await files.size(ofFile: path) else { return }
        self?.sizes[path] = size
        self?.services?.setNeedsFrame()
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
    services?.setNeedsFrame()
  }

  /// A message that is through, either way, has no files on their way any more.
  func note(_ change: OutboxChange) {
    if case .waiting(let entry) = change.outcome, entry.failure == nil { return }
    let gone = uploads.keys.filter { $0.transactionId == change.transactionId }
    guard !gone.isEmpty else { return }
    for key in gone { uploads[key] = nil }
    services?.setNeedsFrame()
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
  nonisolated static func size(_ bytes: Int) -> String {
    bytes == 1
      ? "1 byte"
      : bytes < 1000 ? "\(bytes) bytes" : bytes < 1_000_000 ? "\(bytes / 1000) kB" : "\(bytes / 1_000_000) MB"
  }
}
