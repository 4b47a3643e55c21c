import ChatDomain

extension Outbox {
  /// Uploads the remaining files of a message, one after the other, saving the progress after each.
  func uploadFiles(of id: TransactionID) async throws(ChatError) {
    while let entry = queue[id], !entry.isAccepted, let file = entry.inputFiles.first {
      let place = entry.message.files.count
      let upload = FileUpload(
        file: file, transactionId: TransactionID("\(id.rawValue)-\(place)-\(file.fingerprint)"),
        service: service, reader: files, channelId: entry.channelId)
      let attachment: FileAttachment
      do {
        attachment = try await upload.run(isResumed: entry.attempts > 1) { arrived, size in
          post(.sending(bytes: arrived, of: size), of: file, at: place, for: entry)
          return queue[id].map { !$0.deletesOnArrival && !$0.isAccepted } ?? false
        }
      } catch {
        if case .refused = error { post(.failed(error), of: file, at: place, for: entry) }
        throw error
      }
      guard var current = queue[id], !current.isAccepted else { throw .cancelled }
      current.inputFiles.removeFirst()
      current.message.files.append(attachment)
      post(.finished(attachment), of: file, at: place, for: current)
      await change(current, with: addToEdits(behind: current, attachment))
    }
  }

  /// Adds an uploaded file to the edits that wait behind the message: they list the files it has.
  private func addToEdits(behind entry: OutboxEntry, _ file: FileAttachment) -> [StoreChange] {
    guard entry.isSend else { return [] }
    return queue.entries(about: entry.message.id, in: entry.channelId).filter(\.isEdit).map { later in
      var later = later
      later.message.files.append(file)
      queue.put(later)
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
