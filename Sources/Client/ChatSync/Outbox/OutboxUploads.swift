import ChatDomain

/// Uploads the files of entries, and reports the progress.
final class OutboxUploads {
  private typealias Outcome = Result<FileAttachment, ChatError>

  private let tools: SyncTools
  private let entries: OutboxEntries
  private let reader: any InputFileReader
  /// The running uploads, by the transaction of their message.
  private var running: [TransactionID: Task<Outcome, Never>] = [:]

  init(_ tools: SyncTools, entries: OutboxEntries, reader: any InputFileReader) {
    self.tools = tools
    self.entries = entries
    self.reader = reader
  }

  /// Cancels the running upload of a message that will be deleted.
  func giveUp(_ id: TransactionID) { running[id]?.cancel() }

  /// Uploads the remaining files of a message, one after the other, saving the progress after each.
  func run(for id: TransactionID) async throws(ChatError) {
    while let entry = entries[id], !entry.isAccepted, let file = entry.inputFiles.first {
      let index = entry.message.files.count
      let upload = FileUpload(
        file: file, transactionId: TransactionID("\(id.rawValue)-\(index)-\(file.fingerprint)"),
        service: tools.service, reader: reader, channelId: entry.channelId,
        isEncrypted: entry.isEncrypted)
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

  /// Runs an upload in its own task, which can be cancelled without stopping the work on the rest of the channel.
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
    tools.board.post(
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
    var hash = FowlerNollVoHash()
    hash.add(bytes: name.utf8 + [0])
    switch source {
    case .bytes(let bytes): hash.add(bytes: bytes)
    case .path(let path): hash.add(bytes: Array(path.utf8))
    }
    return String(hash.value, radix: 16)
  }
}

/// Uploads one file to the service, piece by piece, and resumes an interrupted upload.
nonisolated struct FileUpload: Sendable {
  let file: InputFile
  /// The same for every attempt, so that the service returns the same upload again.
  let transactionId: TransactionID
  let service: any ChatService
  let reader: any InputFileReader
  /// The channel that it is for.
  let channelId: ChannelID
  /// Whether the message is sent only encrypted.
  let isEncrypted: Bool

  /// - Parameters:
  ///   - isResumed: whether a part may have been uploaded before; the service is then asked how much.
  ///   - progress: called after each piece with the bytes uploaded and the total; returns whether to continue.
  func run(
    isResumed: Bool, progress: @escaping @MainActor (Int, Int) -> Bool
  ) async throws(ChatError) -> FileAttachment {
    let isWhole = service.sendsFilesWhole
    let size = try await reader.size(of: file)
    let limit = service.limits.fileBytes
    guard size <= limit else {
      throw .refused(.fileTooLarge(name: file.name, bytes: size, limit: limit))
    }
    let description = FileDescription(
      name: file.name, mimeType: file.type, size: size, channelId: channelId, isEncrypted: isEncrypted)
    let upload = try await service.beginUpload(description, transactionId: transactionId)
    // Uploading no bytes at offset 0 changes nothing, and the answer is the number of bytes received.
    var arrived = isResumed ? try await service.upload([], at: 0, to: upload) : 0
    guard await progress(isWhole ? 0 : arrived, size) else { throw .cancelled }
    while arrived < size {
      let end = min(size, arrived + max(1, service.limits.uploadChunkBytes))
      let piece = try await reader.bytes(of: file, in: arrived..<end)
      guard piece.count == end - arrived else { throw .refused(.fileUnreadable(name: file.name)) }
      let now = try await service.upload(piece, at: arrived, to: upload)
      // A service that accepts no bytes would keep this loop running forever.
      guard now > arrived else { throw .connection(.interrupted) }
      arrived = now
      guard await progress(isWhole ? 0 : arrived, size) else { throw .cancelled }
    }
    // The channel may have become an encrypted one since the message was written.
    if let refusal = service.sendingRefusal(in: channelId) { throw .refused(refusal) }
    guard isWhole else { return try await service.finishUpload(upload) }
    return try await finish(upload, of: size, progress)
  }

  /// Finishes an upload that the service sends as a whole only now, and reports the progress.
  private func finish(
    _ upload: UploadID, of size: Int, _ progress: @escaping @MainActor (Int, Int) -> Bool
  ) async throws(ChatError) -> FileAttachment {
    let (counts, counting) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
    let telling = Task { @MainActor in
      var percent = 0
      for await sent in counts where size > 0 && sent * 100 / size != percent {
        percent = sent * 100 / size
        // Cancelling the upload cancels the request.
        _ = progress(sent, size)
      }
    }
    let result: Result<FileAttachment, ChatError>
    do throws(ChatError) {
      result = .success(try await service.finishUpload(upload) { counting.yield($0) })
    } catch {
      result = .failure(error)
    }
    // No progress is reported after the end of the upload.
    counting.finish()
    await telling.value
    return try result.get()
  }
}
