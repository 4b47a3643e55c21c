import ChatDomain
import Testing

@Suite("Files of a service")
struct FileContractTests {
  private func begin(
    _ device: any ChatService, _ size: Int, name: String = "a.bin", _ transaction: TransactionID = "u"
  ) async throws -> UploadID {
    try await device.beginUpload(
      FileDescription(name: name, mimeType: "x/y", size: size), transactionId: transaction)
  }

  private func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
  }

  @Test("A file of many pieces round-trips byte by byte", arguments: ServiceFixtures.allCases)
  func roundTrip(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let content = bytes(world.ann.limits.uploadChunkBytes * 2 + 17)
    let file = try await world.ann.keep(content, named: "e\u{301} \u{1}.bin")
    // A service may remove control characters from names, and nothing else.
    let names = ["e\u{301} \u{1}.bin", "e\u{301} .bin"].map { Array($0.utf8) }
    #expect(file.size == content.count && names.contains(Array(file.name.utf8)))
    var new = NewMessage.words("", in: room)
    new.files = [file.id]
    let sent = try await world.ann.send(new)
    #expect(sent.files == [file])
    #expect(try await world.ben.download(file.id, 0..<content.count) == content)
    let middle = 70_000..<70_010
    #expect(try await world.ben.download(file.id, middle) == Array(content[middle]))
    #expect(try await world.ben.download(file.id, 5..<5).isEmpty)
    // The actual size counts, not the one given by the sender.
    let end = content.count
    #expect(try await world.ben.download(file.id, end - 3..<end + 9) == Array(content.suffix(3)))
    #expect(try await world.ben.download(file.id, end + 5..<end + 9).isEmpty)
  }

  @Test("A file above the requested limit is not downloaded", arguments: ServiceFixtures.allCases)
  func bound(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let content = bytes(40_000)
    let file = try await world.ann.keep(content)
    var new = NewMessage.words("", in: room)
    new.files = [file.id]
    _ = try await world.ann.send(new)
    await #expect(throws: ChatError.refused(.tooLarge)) {
      try await world.ben.download(file.id, 0..<1, ofAtMost: content.count - 1)
    }
    #expect(try await world.ben.download(file.id, 0..<1, ofAtMost: content.count) == [content[0]])
    await #expect(throws: ChatError.refused(.tooLarge)) {
      try await world.ben.download(file.id, 0..<1, ofAtMost: 100)
    }
  }

  /// A PNG of 8×8 red pixels.
  private static let picture: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00,
    0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x08, 0x08, 0x02, 0x00, 0x00, 0x00, 0x4B, 0x6D, 0x29, 0xDC, 0x00,
    0x00, 0x00, 0x11, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0x38, 0xC1, 0xC0, 0x80, 0x15, 0x31, 0x0C,
    0x2D, 0x09, 0x00, 0xBB, 0xE5, 0x32, 0x01, 0x66, 0xD5, 0x08, 0xFD, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45,
    0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]

  @Test(
    "A picture has a thumbnail, another file none or itself", arguments: ServiceFixtures.allCases
  )
  func thumbnail(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let file = try await world.ann.keep(Self.picture, named: "red.png", type: "image/png")
    let other = try await world.ann.keep(bytes(300))
    for file in [file, other] {
      var new = NewMessage.words("", in: room)
      new.files = [file.id]
      _ = try await world.ann.send(new)
    }
    let small = try await world.ben.thumbnail(of: file.id, side: 320, ofAtMost: 100_000)
    // PNG or JPEG.
    #expect(small.starts(with: Self.picture[..<8]) || small.starts(with: [0xFF, 0xD8, 0xFF]))
    await #expect(throws: ChatError.refused(.tooLarge)) {
      try await world.ben.thumbnail(of: file.id, side: 320, ofAtMost: 7)
    }
    do throws(ChatError) {
      let whole = try await world.ben.thumbnail(of: other.id, side: 320, ofAtMost: 1_000)
      #expect(whole == bytes(300))
    } catch {
      #expect(!error.isWorthRetrying, "\(error)")
    }
    #expect(
      await failure { try await world.ben.thumbnail(of: "nothing", side: 320, ofAtMost: 9) }.isNotFound)
  }

  @Test("An empty file is a file", arguments: ServiceFixtures.allCases)
  func empty(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let file = try await world.ann.keep([])
    #expect(try await world.ann.download(file.id, 0..<0).isEmpty)
  }

  @Test("Repeating a step of an upload changes nothing", arguments: ServiceFixtures.allCases)
  func idempotent(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let upload = try await begin(world.ann, 4)
    #expect(try await begin(world.ann, 4) == upload)
    #expect(try await world.ann.upload([1, 2], at: 0, to: upload) == 2)
    #expect(try await world.ann.upload([1, 2], at: 0, to: upload) == 2)
    #expect(try await world.ann.upload([2, 3], at: 1, to: upload) == 3)
    #expect(try await world.ann.upload([], at: 3, to: upload) == 3)
    #expect(try await world.ann.upload([4], at: 3, to: upload) == 4)
    let file = try await world.ann.finishUpload(upload)
    #expect(try await world.ann.finishUpload(upload) == file)
    #expect(try await world.ann.download(file.id, 0..<4) == [1, 2, 3, 4])
  }

  @Test("An interrupted upload resumes", arguments: ServiceFixtures.allCases)
  func resume(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .breaksConnections))
    let content = bytes(100)
    let upload = try await begin(world.ann, 100)
    try await world.disturb(world.ann, .brokenUploads)
    // A service without resumable uploads collects the pieces on the device, and fails when it sends them.
    let error = await failure {
      _ = try await world.ann.upload(content, at: 0, to: upload)
      _ = try await world.ann.finishUpload(upload)
    }
    #expect(error.isConnection && error?.isWorthRetrying == true)
    try await world.disturb(world.ann, .none)
    // An empty piece asks for the number of bytes received.
    let received = try await world.ann.upload([], at: 0, to: upload)
    #expect(received <= 100)
    #expect(try await world.ann.upload(Array(content[received...]), at: received, to: upload) == 100)
    let file = try await world.ann.finishUpload(upload)
    #expect(try await world.ann.download(file.id, 0..<100) == content)
  }

  @Test("Gaps, overlong pieces and incomplete files are refused", arguments: ServiceFixtures.allCases)
  func refused(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let upload = try await begin(world.ann, 10)
    #expect(await failure { try await world.ann.upload([1], at: 1, to: upload) }.isInvalid)
    #expect(try await world.ann.upload([1, 2, 3], at: 0, to: upload) == 3)
    #expect(await failure { try await world.ann.upload([9], at: 5, to: upload) }.isInvalid)
    #expect(await failure { try await world.ann.upload(bytes(8), at: 3, to: upload) }.isInvalid)
    #expect(await failure { try await world.ann.upload([1], at: -1, to: upload) }.isInvalid)
    await #expect(throws: ChatError.refused(.uploadIncomplete(received: 3, size: 10))) {
      try await world.ann.finishUpload(upload)
    }
    #expect(await failure { try await world.ann.upload([1], at: 0, to: "nothing") }.isNotFound)
    #expect(await failure { try await world.ben.upload([1], at: 3, to: upload) }.isNotFound)
    #expect(await failure { try await world.ann.download("nothing", 0..<1) }.isNotFound)
    let chunk = world.ann.limits.uploadChunkBytes
    let large = try await begin(world.ann, chunk * 2, "large")
    #expect(await failure { try await world.ann.upload(bytes(chunk + 1), at: 0, to: large) }.isInvalid)
    #expect(try await world.ann.upload(bytes(chunk), at: 0, to: large) == chunk)
  }

  @Test("A file may have exactly the limit, not more", arguments: ServiceFixtures.allCases)
  func size(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let limit = world.ann.limits.fileBytes
    _ = try await begin(world.ann, limit)
    await #expect(throws: ChatError.refused(.fileTooLarge(name: "a.bin", bytes: limit + 1, limit: limit))) {
      try await begin(world.ann, limit + 1, "other")
    }
    #expect(await failure { try await begin(world.ann, -1, "negative") }.isInvalid)
  }

  @Test("A message may have as many files as the limit, not more", arguments: ServiceFixtures.allCases)
  func number(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let limit = world.ann.limits.filesPerMessage
    var files: [FileID] = []
    for number in 0...limit { files.append(try await world.ann.keep([UInt8(number)]).id) }
    var new = NewMessage.words("", in: room, transaction: "many")
    new.files = files
    await #expect(throws: ChatError.refused(.wrongNumberOfFiles(count: limit + 1, limit: limit))) {
      _ = try await world.ann.send(new)
    }
    new.files = Array(files.dropLast())
    #expect(try await world.ann.send(new).files.map(\.id) == new.files)
  }

  @Test("Only those who can see a message get its files", arguments: ServiceFixtures.allCases)
  func privacy(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .guardsFiles))
    let room = try await world.channel()
    let file = try await world.ann.keep([1, 2])
    await #expect(throws: ChatError.refused(.notAllowed)) { try await world.ben.download(file.id, 0..<2) }
    var new = NewMessage.words("see", in: room)
    new.files = [file.id]
    _ = try await world.ann.send(new)
    #expect(try await world.ben.download(file.id, 0..<2) == [1, 2])
    await #expect(throws: ChatError.refused(.notAllowed)) { try await world.cay.download(file.id, 0..<2) }
  }
}
