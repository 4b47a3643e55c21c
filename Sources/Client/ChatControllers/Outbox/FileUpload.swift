import ChatDomain

/// Uploads one file to the service, piece by piece, and resumes an interrupted upload.
nonisolated struct FileUpload: Sendable {
  let file: InputFile
  /// The same for every attempt, so that the service returns the same upload again.
  let transactionId: TransactionID
  let service: any ChatService
  let reader: any InputFileReader
  /// The channel that it is for.
  let channelId: ChannelID

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
    let description = FileDescription(name: file.name, mimeType: file.type, size: size)
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

  /// Sends a file that goes out only now.
  private func finish(
    _ upload: UploadID, of size: Int, _ progress: @escaping @MainActor (Int, Int) -> Bool
  ) async throws(ChatError) -> FileAttachment {
    let (counts, counting) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
    let telling = Task { @MainActor in
      var percent = 0
      for await sent in counts where size > 0 && sent * 100 / size != percent {
        percent = sent * 100 / size
        // Whoever gives the file up cancels the request.
        _ = progress(sent, size)
      }
    }
    let result: Result<FileAttachment, ChatError>
    do throws(ChatError) {
      result = .success(try await service.finishUpload(upload) { counting.yield($0) })
    } catch {
      result = .failure(error)
    }
    // Nothing is told of it behind its end.
    counting.finish()
    await telling.value
    return try result.get()
  }
}
