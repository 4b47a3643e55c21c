import ChatControllers
import ChatDomain
import ChatScreens

/// The state of pending messages: why they failed, and the progress of their files.
final class PendingMessageStatus {
  /// Why messages failed, by the entry that failed: another entry about the same message does not replace the reason.
  private(set) var failures: [ChannelID: [MessageID: [TransactionID: ChatError]]] = [:]
  private var uploads: [TransactionID: [Int: UploadProgress]] = [:]
  /// The files that messages still have to upload.
  private var waiting: [TransactionID: [InputFile]] = [:]

  /// Begins with the entries that are pending when a channel is opened.
  func load(_ entries: [OutboxEntry], in channel: ChannelID) {
    failures[channel] = nil
    for entry in entries { update(with: entry) }
  }

  func handle(_ notice: ClientNotice) {
    switch notice {
    case .outbox(let change):
      switch change.outcome {
      case .waiting(let entry): update(with: entry)
      case .done, .withdrawn:
        setFailure(nil, of: change.transactionId, about: change.messageId, in: change.channelId)
        uploads[change.transactionId] = nil
        waiting[change.transactionId] = nil
      }
    case .upload(let progress):
      uploads[progress.transactionId, default: [:]][progress.index] =
        progress.state == .waiting ? nil : progress
    default: break
    }
  }

  /// A file that is being uploaded; nil if there is none. Of several, the first by name.
  var fileOnItsWay: (name: String, percent: Int)? {
    guard !uploads.isEmpty else { return nil }
    let lines = uploads.values.flatMap(\.values).filter {
      if case .sending = $0.state { true } else { false }
    }
    guard let first = lines.min(by: { ($0.fileName, $0.index) < ($1.fileName, $1.index) }) else { return nil }
    return (first.fileName, line(of: first).percent ?? 0)
  }

  func failure(of message: Message) -> ChatError? {
    guard message.localState?.isFailed == true else { return nil }
    return failures[message.channelId]?[message.id]?.values.first
  }

  private func update(with entry: OutboxEntry) {
    setFailure(entry.failure, of: entry.transactionId, about: entry.message.id, in: entry.channelId)
    waiting[entry.transactionId] = entry.inputFiles.isEmpty ? nil : entry.inputFiles
  }

  /// Sets or clears the failure of an entry. Drops empty dictionaries, because thousands of messages are sent in a day.
  private func setFailure(
    _ failure: ChatError?, of id: TransactionID, about message: MessageID, in channel: ChannelID
  ) {
    var known = failures[channel] ?? [:]
    failures[channel] = nil
    known[message, default: [:]][id] = failure
    if known[message]?.isEmpty == true { known[message] = nil }
    failures[channel] = known.isEmpty ? nil : known
  }

  /// The files of a pending message: those already uploaded, and those that are not.
  func uploads(of message: Message) -> [UploadLine] {
    guard message.localState != nil, let id = message.transactionId else { return [] }
    let known = uploads[id] ?? [:]
    let rest = waiting[id] ?? []
    guard !known.isEmpty || !rest.isEmpty else { return [] }
    var lines = message.files.map { UploadLine(name: $0.name, size: $0.size) }
    lines += rest.map { UploadLine(name: $0.name) }
    for (index, progress) in known where lines.indices.contains(index) { lines[index] = line(of: progress) }
    return lines
  }

  private func line(of progress: UploadProgress) -> UploadLine {
    var line = UploadLine(name: progress.fileName)
    switch progress.state {
    case .sending(let bytes, let size):
      line.size = size
      line.percent = size > 0 ? bytes * 100 / size : 100
    case .finished(let file): line.size = file.size
    case .failed(let error): line.failure = error.description
    case .waiting: break
    }
    return line
  }
}
