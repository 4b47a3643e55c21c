public import ChatDomain

extension InMemoryDevice {
  public func beginUpload(
    _ file: FileDescription, transactionId: TransactionID
  ) async throws(ChatError) -> UploadID {
    try await ask(.beginUpload) { state, me throws(ChatError) in
      try state.vault.begin(file, transaction: transactionId, by: me)
    }
  }

  public func upload(
    _ bytes: [UInt8], at offset: Int, to upload: UploadID
  ) async throws(ChatError) -> Int {
    let me = currentUser.id
    let service = service
    let arrive: @Sendable ([UInt8]) async throws(ChatError) -> Int = { piece throws(ChatError) in
      try await service.perform { state throws(ChatError) in
        try state.vault.take(piece, at: offset, to: upload, by: me)
      }
    }
    return try await request(.upload) { plan throws(ChatError) in
      guard plan.uploadFails else { return try await arrive(bytes) }
      _ = try await arrive(Array(bytes.prefix(bytes.count / 2)))
      throw .connection(.interrupted)
    }
  }

  public func finishUpload(_ upload: UploadID) async throws(ChatError) -> FileAttachment {
    try await ask(.finishUpload) { state, me throws(ChatError) in
      try state.vault.finish(upload, by: me)
    }
  }

  public func download(_ file: FileID, _ range: Range<Int>) async throws(ChatError) -> [UInt8] {
    try await ask(.download) { state, me throws(ChatError) in
      try state.vault.bytes(of: file, range, for: me, in: state.desks[me]?.rooms ?? [])
    }
  }
}
