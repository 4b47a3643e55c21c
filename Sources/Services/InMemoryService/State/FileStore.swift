import ChatDomain

/// The files of a service: their bytes, and the uploads in progress.
struct FileStore: Sendable {
  private struct Upload: Sendable {
    let file: FileDescription
    let owner: UserID
    var bytes: [UInt8] = []
    var attachment: FileAttachment?
  }

  private struct StoredFile: Sendable {
    let attachment: FileAttachment
    let owner: UserID
    let bytes: [UInt8]
    let thumbnail: [UInt8]?
    /// The rooms with a message that contains the file: their members may read it.
    var rooms: Set<Int> = []
  }

  private struct TransactionKey: Hashable, Sendable {
    let user: UserID
    let transaction: TransactionID
  }

  var limits: ServiceLimits
  private let guardsFiles: Bool
  private var uploads: [UploadID: Upload] = [:]
  private var files: [FileID: StoredFile] = [:]
  private var transactions: [TransactionKey: UploadID] = [:]
  private var lastNumber = 0

  init(limits: ServiceLimits, guardsFiles: Bool) {
    self.limits = limits
    self.guardsFiles = guardsFiles
  }

  mutating func begin(
    _ file: FileDescription, transaction: TransactionID, by user: UserID
  ) throws(ChatError) -> UploadID {
    let key = TransactionKey(user: user, transaction: transaction)
    if let known = transactions[key] { return known }
    guard !file.name.isEmpty else { throw .refused(.invalid("a file without a name")) }
    guard file.size >= 0 else { throw .refused(.invalid("a file of \(file.size) bytes")) }
    guard file.size <= limits.fileBytes else {
      throw .refused(.fileTooLarge(name: file.name, bytes: file.size, limit: limits.fileBytes))
    }
    let id = UploadID("u\(makeNumber())")
    transactions[key] = id
    uploads[id] = Upload(file: file, owner: user)
    return id
  }

  /// Accepts a piece of an upload. A repeated piece is accepted again, because its answer may have been lost; one that
  /// leaves a gap is not.
  mutating func append(
    _ bytes: [UInt8], at offset: Int, to id: UploadID, by user: UserID
  ) throws(ChatError) -> Int {
    let upload = try upload(id, of: user)
    guard bytes.count <= limits.uploadChunkBytes else {
      throw .refused(.invalid("a piece of \(bytes.count) bytes"))
    }
    let received = upload.attachment?.size ?? upload.bytes.count
    guard offset >= 0, offset <= received, offset + bytes.count <= upload.file.size else {
      throw .refused(.invalid("\(bytes.count) bytes at \(offset) of \(upload.file.size)"))
    }
    guard upload.attachment == nil, offset + bytes.count > received else { return received }
    uploads[id]?.bytes.append(contentsOf: bytes[(received - offset)...])
    return offset + bytes.count
  }

  mutating func finish(_ id: UploadID, by user: UserID) throws(ChatError) -> FileAttachment {
    let upload = try upload(id, of: user)
    if let attachment = upload.attachment { return attachment }
    guard upload.bytes.count == upload.file.size else {
      throw .refused(.uploadIncomplete(received: upload.bytes.count, size: upload.file.size))
    }
    let attachment = FileAttachment(
      id: FileID("f\(makeNumber())"), name: upload.file.name, mimeType: upload.file.mimeType,
      size: upload.file.size)
    add(attachment, bytes: upload.bytes, owner: user)
    uploads[id]?.attachment = attachment
    // From now on the bytes are stored with the file.
    uploads[id]?.bytes = []
    return attachment
  }

  /// Adds a file that was not uploaded.
  mutating func add(
    _ attachment: FileAttachment, bytes: [UInt8], thumbnail: [UInt8]? = nil, owner: UserID
  ) {
    files[attachment.id] = StoredFile(
      attachment: attachment, owner: owner, bytes: bytes, thumbnail: thumbnail)
  }

  mutating func makeFileID() -> FileID { FileID("f\(makeNumber())") }

  mutating func attach(_ attachments: [FileAttachment], to room: Int) {
    for attachment in attachments { files[attachment.id]?.rooms.insert(room) }
  }

  /// A file that the user may read: an own upload, one in the user's rooms or, without the ability `guardsFiles`, any file.
  func attachment(_ id: FileID, for user: UserID, in rooms: Set<Int>) throws(ChatError) -> FileAttachment {
    try file(id, for: user, in: rooms).attachment
  }

  func bytes(
    of id: FileID, _ range: Range<Int>, ofAtMost limit: Int, for user: UserID, in rooms: Set<Int>
  ) throws(ChatError) -> [UInt8] {
    let bytes = try file(id, for: user, in: rooms).bytes
    guard bytes.count <= limit else { throw .refused(.tooLarge) }
    return Array(bytes[range.clamped(to: bytes.indices)])
  }

  /// The thumbnail of a file, or the file if it has none.
  func thumbnail(
    of id: FileID, ofAtMost limit: Int, for user: UserID, in rooms: Set<Int>
  ) throws(ChatError) -> [UInt8] {
    let file = try file(id, for: user, in: rooms)
    let bytes = file.thumbnail ?? file.bytes
    guard bytes.count <= limit else { throw .refused(.tooLarge) }
    return bytes
  }

  private func file(_ id: FileID, for user: UserID, in rooms: Set<Int>) throws(ChatError) -> StoredFile {
    guard let file = files[id] else { throw .refused(.notFound("file \(id)")) }
    guard !guardsFiles || file.owner == user || !file.rooms.isDisjoint(with: rooms) else {
      throw .refused(.notAllowed)
    }
    return file
  }

  private func upload(_ id: UploadID, of user: UserID) throws(ChatError) -> Upload {
    guard let upload = uploads[id], upload.owner == user else {
      throw .refused(.notFound("upload \(id)"))
    }
    return upload
  }

  private mutating func makeNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }
}
