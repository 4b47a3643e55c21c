import ChatDomain

/// Brings one file to the service, piece by piece, and takes up an upload that broke off.
nonisolated struct FileUpload: Sendable {
  let file: InputFile
  /// The same for every try, so that the service gives the same upload again.
  let transactionId: TransactionID
  let service: any ChatService
  let reader: any InputFileReader

  /// - Parameters:
  ///   - isResumed: whether a part may have arrived before; then the service is asked how much.
  ///   - progress: told after each piece how many bytes have arrived, and of how many; says whether to go on.
  func run(
    isResumed: Bool, progress: @MainActor (Int, Int) -> Bool
  ) async throws(ChatError) -> FileAttachment {
    let size = try await reader.size(of: file)
    let limit = service.limits.fileBytes
    guard size <= limit else {
      throw .refused(.fileTooLarge(name: file.name, bytes: size, limit: limit))
    }
    let description = FileDescription(name: file.name, mimeType: file.type, size: size)
    let upload = try await service.beginUpload(description, transactionId: transactionId)
    // No bytes at the beginning change nothing, and the answer says how much is there.
    var arrived = isResumed ? try await service.upload([], at: 0, to: upload) : 0
    guard await progress(arrived, size) else { throw .cancelled }
    while arrived < size {
      let end = min(size, arrived + max(1, service.limits.uploadChunkBytes))
      let piece = try await reader.bytes(of: file, in: arrived..<end)
      guard piece.count == end - arrived else { throw .refused(.fileUnreadable(name: file.name)) }
      let now = try await service.upload(piece, at: arrived, to: upload)
      // A service that takes nothing would keep us here forever.
      guard now > arrived else { throw .connection(.interrupted) }
      arrived = now
      guard await progress(arrived, size) else { throw .cancelled }
    }
    return try await service.finishUpload(upload)
  }
}
