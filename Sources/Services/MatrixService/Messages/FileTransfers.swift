import ChatDomain
import Ciphers
import FileSystem
import Glibc
import HTTPTransport

/// Uploads and downloads, through files in the spool.
final class FileTransfers: SyncedPart {
  /// Whether the disk was full at the last write.
  private var isSpoolFull = false
  /// The uploads that were written as encrypted. Each attempt begins with ``beginUpload(_:transactionId:)``, so this is not saved.
  private var encryptedUploads: Set<UploadID> = []
  /// The number of bytes downloaded since the spool was trimmed.
  private var downloaded = 0

  /// The number of bytes between two trims.
  private static let bytesBetweenTrims = 50 << 20

  func beginUpload(
    _ file: FileDescription, transactionId: TransactionID
  ) async throws(ChatError) -> UploadID {
    // Callers check first whether the room accepts files.
    try await sync.syncUnlessLive()
    let id = UploadID("up-\(transactionId)")
    if file.isEncrypted {
      _ = try isEncrypted(file, isRequired: true)
      encryptedUploads.insert(id)
    } else {
      encryptedUploads.remove(id)
    }
    // A repeated request is compared with the saved one, which does not have it.
    var file = file
    file.isEncrypted = false
    let begun = try store.withReplica { replica throws(CacheFault) in
      try replica.cache.uploads.upload(of: transactionId)
    }
    // If the file has changed since, the uploaded part is discarded.
    if let begun, begun.isDone || begun.file == file { return begun.id }
    guard !file.name.isEmpty else { throw .refused(.invalid("a file without a name")) }
    guard file.size >= 0 else { throw .refused(.invalid("a file of \(file.size) bytes")) }
    let limit = announcements.limits.fileBytes
    guard file.size <= limit else {
      throw .refused(.fileTooLarge(name: file.name, bytes: file.size, limit: limit))
    }
    spool.remove(spool.path(of: id))
    try save(CachedUpload(id: id, transactionId: transactionId, file: file, received: 0))
    return id
  }

  func upload(_ bytes: [UInt8], at offset: Int, to id: UploadID) async throws(ChatError) -> Int {
    var upload = try upload(id)
    guard bytes.count <= announcements.limits.uploadChunkBytes else {
      throw .refused(.invalid("a piece of \(bytes.count) bytes"))
    }
    let path = spool.path(of: id)
    // The spool may have been emptied.
    if !upload.isDone, upload.received > spool.size(of: path) ?? 0 {
      upload.received = 0
      try save(upload)
    }
    guard offset >= 0, offset <= upload.received, offset + bytes.count <= upload.file.size else {
      throw .refused(.invalid("\(bytes.count) bytes at \(offset) of \(upload.file.size)"))
    }
    guard !upload.isDone, offset + bytes.count > upload.received else { return upload.received }
    // A repeated piece does not change what was received.
    let new = Array(bytes[(upload.received - offset)...])
    try write(new, at: upload.received, to: path)
    upload.received = offset + bytes.count
    try save(upload)
    return upload.received
  }

  func finishUpload(
    _ id: UploadID, telling tell: @escaping @Sendable (Int) -> Void
  ) async throws(ChatError) -> FileAttachment {
    var upload = try upload(id)
    guard upload.received == upload.file.size else {
      throw .refused(.uploadIncomplete(received: upload.received, size: upload.file.size))
    }
    if upload.isDone, let file = upload.attachment { return file }
    let path = spool.path(of: id)
    guard upload.file.size == 0 || spool.size(of: path) ?? 0 >= upload.file.size else {
      // The spool was emptied.
      upload.received = 0
      try save(upload)
      throw .refused(.uploadIncomplete(received: 0, size: upload.file.size))
    }
    if upload.file.size == 0 { try write([], at: 0, to: path) }
    let isSealed = try isEncrypted(upload.file, isRequired: encryptedUploads.contains(id))
    let sent = try isSealed ? seal(&upload) : path
    let observer = SendingObserver { tell(Int($0)) }
    let address: MediaAddress
    if let known = upload.address.flatMap({ MediaAddress($0) }) {
      address = known
    } else {
      guard let created = try await createMedia() else {
        upload.address = try await sendAtOnce(upload, from: sent, telling: observer).url
        return try finish(upload)
      }
      address = created
      // Saved before it is used, so that a repeated upload goes to the same address.
      upload.address = address.url
      try save(upload)
    }
    // The channel may have been encrypted while the server made the address.
    if !isSealed, try isEncrypted(upload.file) { throw .connection(.interrupted) }
    do throws(ChatError) {
      try await connection.upload(
        .upload(to: address, type: upload.sentType), file: sent, bytes: upload.file.size,
        FailureContext(
          .upload(name: upload.file.name, bytes: upload.file.size, limit: announcements.limits.fileBytes),
          subject: "file \(address)"),
        telling: observer)
    } catch {
      // The server expires unused addresses. The next attempt asks for a new one.
      if case .refused(.notFound) = error {
        upload.address = nil
        try save(upload)
        throw .connection(.interrupted)
      }
      throw error
    }
    return try finish(upload)
  }

  /// An address for a later upload; nil if the server gives none, or only after a long wait. Synapse gives a user
  /// five unused addresses, and the next when the first expires a day later. Uploads that broke off before their
  /// address was saved use them up.
  private func createMedia() async throws(ChatError) -> MediaAddress? {
    do throws(ChatError) {
      return try await connection.read(.createMedia, FailureContext(.createMedia)) {
        bytes throws(AnswerError) in try CreatedMediaAnswer(bytes).address
      }
    } catch .refused(.notFound) {
      return nil
    } catch .connection(.busy(let wait?)) where wait > RateGates.patience {
      return nil
    }
  }

  /// Uploads to a server that assigns the address with its answer. If the answer is lost, the upload is repeated and
  /// the first copy stays unused.
  private func sendAtOnce(
    _ upload: CachedUpload, from path: String, telling observer: SendingObserver
  ) async throws(ChatError) -> MediaAddress {
    let bytes = try await connection.upload(
      .upload(type: upload.sentType), file: path, bytes: upload.file.size,
      FailureContext(
        .upload(name: upload.file.name, bytes: upload.file.size, limit: announcements.limits.fileBytes)),
      telling: observer)
    do throws(AnswerError) { return try CreatedMediaAnswer(bytes ?? []).address } catch {
      throw .connection(.interrupted)
    }
  }

  private func finish(_ upload: CachedUpload) throws(ChatError) -> FileAttachment {
    var upload = upload
    upload.isDone = true
    try save(upload)
    encryptedUploads.remove(upload.id)
    spool.remove(spool.path(of: upload.id))
    spool.remove(spool.path(ofSealed: upload.id))
    guard let file = upload.attachment else { throw .connection(.interrupted) }
    return file
  }

  // MARK: Encryption

  /// - Parameter isRequired: whether it was written as encrypted. Then it throws where the answer would be no.
  private func isEncrypted(_ file: FileDescription, isRequired: Bool = false) throws(ChatError) -> Bool {
    guard let id = file.channelId else {
      if isRequired { throw .refused(.unencryptedChannel) }
      return false
    }
    return try isEncrypted(store.anyRoom(id) ?? Room(id: id), isRequired: isRequired)
  }

  /// Encrypts a file before it is uploaded. The encrypted file and its key are kept until the server has it, because a repeated
  /// upload must be the same.
  ///
  /// - Returns: the path of the encrypted file.
  private func seal(_ upload: inout CachedUpload) throws(ChatError) -> String {
    let path = spool.path(ofSealed: upload.id)
    if upload.key != nil, spool.size(of: path) == upload.file.size { return path }
    // Under a new key it is another file, with another address.
    upload.address = nil
    do throws(CipherError) {
      let file = try EncryptedFile.encrypt(
        file: spool.path(of: upload.id), to: path, with: try cipherSuite())
      upload.key = MediaKey(file).text
    } catch { throw meaning(of: error) }
    try save(upload)
    return path
  }

  private func cipherSuite() throws(CipherError) -> CipherSuite {
    if let suite = keys.suite { return suite }
    return try CipherSuite()
  }

  private func meaning(of error: CipherError) -> ChatError {
    if case .disk(let fault) = error, [ENOSPC, EDQUOT].contains(fault.code), !isSpoolFull {
      isSpoolFull = true
      store.report(.filesWait)
    }
    return error == .notAuthentic
      ? .refused(.invalid("the encrypted file")) : .connection(.busy(retryAfter: nil))
  }

  /// Downloads an encrypted file and decrypts it, unless that was done. Nothing of the decrypted file is kept before it is
  /// verified.
  private func bring(
    _ key: MediaKey, at address: MediaAddress, to path: String, ofAtMost limit: Int, subject: String
  ) async throws(ChatError) -> Int {
    guard let file = key.file else { throw .refused(.notFound(subject)) }
    if spool.size(of: path) == nil {
      let sealed = "\(path).sealed"
      defer { spool.remove(sealed) }
      _ = try await bring(.download(address), to: sealed, ofAtMost: limit, subject: subject)
      do throws(CipherError) { try file.decrypt(file: sealed, to: path, with: try cipherSuite()) } catch {
        throw meaning(of: error)
      }
    }
    return try checkedSize(of: path, limit: limit)
  }

  // MARK: The spool

  /// Writes to the spool. A failure is retried later, and a full disk is reported once.
  private func write(_ bytes: [UInt8], at offset: Int, to path: String) throws(ChatError) {
    do throws(Spool.Fault) { try spool.write(bytes, at: offset, to: path) } catch {
      if error == .full, !isSpoolFull {
        isSpoolFull = true
        store.report(.filesWait)
      }
      throw .connection(.busy(retryAfter: nil))
    }
    isSpoolFull = false
  }

  private func upload(_ id: UploadID) throws(ChatError) -> CachedUpload {
    let upload = try store.withReplica { replica throws(CacheFault) in try replica.cache.uploads.upload(id) }
    guard let upload else { throw .refused(.notFound("upload \(id)")) }
    return upload
  }

  private func save(_ upload: CachedUpload) throws(ChatError) {
    try store.withReplica { replica throws(CacheFault) in try replica.cache.uploads.save(upload) }
  }

  func download(_ file: FileID, _ range: Range<Int>, ofAtMost limit: Int) async throws(ChatError) -> [UInt8] {
    guard let address = MediaAddress(file) else { throw .refused(.notFound("file \(file)")) }
    let path = spool.path(of: file)
    let subject = "file \(address.url)"
    let size: Int
    if let key = address.key {
      size = try await bring(key, at: address, to: path, ofAtMost: limit, subject: subject)
    } else {
      size = try await bring(.download(address), to: path, ofAtMost: limit, subject: subject)
    }
    return try read(range.clamped(to: 0..<size), of: path)
  }

  func thumbnail(of file: FileID, side: Int, ofAtMost limit: Int) async throws(ChatError) -> [UInt8] {
    guard let address = MediaAddress(file) else { throw .refused(.notFound("file \(file)")) }
    // The server cannot make a thumbnail of an encrypted file.
    if address.key != nil { return try await download(file, 0..<limit, ofAtMost: limit) }
    let path = spool.path(ofThumbnail: side, of: file)
    let size = try await bring(
      .thumbnail(of: address, side: side), to: path, ofAtMost: limit, subject: "picture of \(file)")
    return try read(0..<size, of: path)
  }

  /// Downloads to a path, unless the file exists.
  ///
  /// - Returns: the size of the file.
  private func bring(
    _ request: MatrixRequest, to path: String, ofAtMost limit: Int, subject: String
  ) async throws(ChatError) -> Int {
    if spool.size(of: path) == nil {
      Spool.makeFolder(spool.folder)
      let part = Spool.partPath(of: path)
      downloaded += try await connection.download(
        request, to: part, limit: min(limit, max(announcements.limits.fileBytes, 1 << 30)),
        FailureContext(.download, subject: subject))
      spool.rename(part, to: path)
      if downloaded >= Self.bytesBetweenTrims {
        downloaded = 0
        spool.trim(at: clock.now)
      }
    }
    return try checkedSize(of: path, limit: limit)
  }

  private func checkedSize(of path: String, limit: Int) throws(ChatError) -> Int {
    guard let size = spool.size(of: path) else { throw .connection(.busy(retryAfter: nil)) }
    guard size <= limit else { throw .refused(.tooLarge) }
    return size
  }

  private func read(_ range: Range<Int>, of path: String) throws(ChatError) -> [UInt8] {
    guard let bytes = spool.read(range, of: path) else { throw .connection(.busy(retryAfter: nil)) }
    return bytes
  }
}

extension CachedUpload {
  /// The file, once the server has assigned its address.
  var attachment: FileAttachment? {
    guard var found = address.flatMap({ MediaAddress($0) }) else { return nil }
    if let key {
      guard let key = MediaKey(key) else { return nil }
      found.key = key
    }
    return FileAttachment(id: found.file, name: file.name, mimeType: file.mimeType, size: file.size).asSent
  }

  /// The type that the server sees.
  fileprivate var sentType: String { key == nil ? file.mimeType : "application/octet-stream" }
}
