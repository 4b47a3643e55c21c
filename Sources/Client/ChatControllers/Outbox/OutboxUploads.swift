import ChatDomain

/// Uploads the files of entries, and reports the progress.
final class OutboxUploads {
  private typealias Outcome = Result<FileAttachment, ChatError>

  private let entries: OutboxEntries
  private let service: any ChatService
  private let reader: any InputFileReader
  private let board: NoticeBoard
  /// What is under way, by its message.
  private var running: [TransactionID: Task<Outcome, Never>] = [:]

  init(entries: OutboxEntries, service: any ChatService, reader: any InputFileReader, board: NoticeBoard) {
    self.entries = entries
    self.service = service
    self.reader = reader
    self.board = board
  }

  /// Lets no more of a message's files go out: the message is not wanted any more.
  func giveUp(_ id: TransactionID) { running[id]?.cancel() }

  /// Uploads the remaining files of a message, one after the other, saving the progress after each.
  func run(for id: TransactionID) async throws(ChatError) {
    while let entry = entries[id], !entry.isAccepted, let file = entry.inputFiles.first {
      let index = entry.message.files.count
      let upload = FileUpload(
        file: file, transactionId: TransactionID("\(id.rawValue)-\(index)-\(file.fingerprint)"),
        service: service, reader: reader, channelId: entry.channelId)
      let attachment: FileAttachment
      do throws(ChatError) {
        attachment = try await outcome(of: upload, for: entry) { [self] arrived, size in
          guard let current = entries[id], !current.deletesOnArrival, !current.isAccepted else {
            return false
          }
          post(.sending(bytes: arrived, of: size), of: file, at: index, for: entry)
          return true
        }.get()
      } catch {
        let isRefused = if case .refused = error { true } else { false }
        post(isRefused ? .failed(error) : .waiting, of: file, at: index, for: entry)
        throw error
      }
      guard var current = entries[id], !current.isAccepted else { throw .cancelled }
      current.inputFiles.removeFirst()
      current.message.files.append(attachment)
      post(.finished(attachment), of: file, at: index, for: current)
      await entries.change(current, with: addToEdits(behind: current, attachment))
      if current.isSend, current.deletesOnArrival { throw .cancelled }
    }
  }

  /// In a task of its own, which can be given up without the work on the rest of the channel.
  private func outcome(
    of upload: FileUpload, for entry: OutboxEntry, progress: @escaping @MainActor (Int, Int) -> Bool
  ) async -> Outcome {
    let task = Task { () async -> Outcome in
      do throws(ChatError) {
        return .success(try await upload.run(isResumed: entry.attempts > 1, progress: progress))
      } catch {
        return .failure(error)
      }
    }
    running[entry.transactionId] = task
    defer { running[entry.transactionId] = nil }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Adds an uploaded file to the edits that wait behind the message: they list the files it has.
  private func addToEdits(behind entry: OutboxEntry, _ file: FileAttachment) -> [StoreChange] {
    guard entry.isSend else { return [] }
    return entries.queue.entries(about: entry.message.id, in: entry.channelId).filter(\.isEdit).map { later in
      var later = later
      later.message.files.append(file)
      entries.upsert(later)
      return .saveOutbox(later)
    }
  }

  private func post(
    _ state: UploadProgress.State, of file: InputFile, at index: Int, for entry: OutboxEntry
  ) {
    board.post(
      .upload(
        UploadProgress(
          transactionId: entry.transactionId, channelId: entry.channelId,
          parentId: entry.message.parentId, index: index, fileName: file.name, state: state)))
  }
}

nonisolated extension InputFile {
  /// Distinguishes the files of one message, so that a replaced file is not mistaken for an uploaded one. Unlike
  /// `hashValue`, it is the same after a restart.
  fileprivate var fingerprint: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    add(name.utf8)
    add([0])
    switch source {
    case .bytes(let bytes): add(bytes)
    case .path(let path): add(path.utf8)
    }
    return String(hash, radix: 16)
  }
}
