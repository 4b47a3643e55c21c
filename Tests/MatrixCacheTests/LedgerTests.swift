import ChatDomain
import Testing

@testable import MatrixService

@Suite("Marks, transactions, uploads and users")
struct LedgerTests {
  let cache: MatrixCache

  init() throws { cache = try Samples.cache() }

  @Test("A mark is kept until replaced or removed")
  func marks() throws {
    #expect(try cache.values.value(forKey: "since") == nil)
    for name in Samples.names { try cache.values.set("old", forKey: name) }
    for name in Samples.names { try cache.values.set(name, forKey: name) }
    for name in Samples.names {
      #expect(try cache.values.value(forKey: name).map { Array($0.utf8) } == Array(name.utf8))
    }
    try cache.values.set(nil, forKey: "")
    try cache.values.set(nil, forKey: "since")
    #expect(try cache.values.value(forKey: "") == nil)
    #expect(try cache.values.value(forKey: " ") == " ")
  }

  @Test("A transaction is known by id and purpose until it expires")
  func transactions() throws {
    for (purpose, result, time) in [("send", "$0", 5), ("edit", "$2", 6), ("send", "$1", 7)] {
      try cache.transactions.save(
        "t", purpose, in: Samples.room, result: MessageID(result), at: Timestamp(seconds: Int64(time)))
    }
    #expect(try cache.transactions.result(of: "t", purpose: "send") == "$1")
    #expect(try cache.transactions.result(of: "t", purpose: "edit") == "$2")
    #expect(try cache.transactions.result(of: "t", purpose: "delete") == nil)
    #expect(try cache.transactions.result(of: "u", purpose: "send") == nil)
    try cache.transactions.forget(before: Timestamp(seconds: 6))
    #expect(try cache.transactions.result(of: "t", purpose: "edit") != nil)
    try cache.transactions.forget(before: Timestamp(seconds: 7))
    #expect(try cache.transactions.result(of: "t", purpose: "edit") == nil)
    #expect(try cache.transactions.result(of: "t", purpose: "send") == "$1")
  }

  @Test("The oldest finished uploads are dropped, unfinished ones stay")
  func oldUploads() throws {
    for number in 1...5 {
      try cache.uploads.save(
        CachedUpload(
          id: UploadID("u\(number)"), transactionId: TransactionID("t\(number)"),
          file: FileDescription(name: "f", mimeType: "t", size: 1), received: 1, isDone: number != 2))
    }
    try cache.uploads.forgetDone(keeping: 2)
    #expect(try cache.uploads.all().map(\.id) == ["u2", "u4", "u5"])
    try cache.uploads.forgetDone(keeping: 9)
    #expect(try cache.uploads.all().count == 3)
  }

  @Test("An upload is found by id and transaction, and listed in order")
  func uploads() throws {
    func upload(_ id: UploadID, _ transaction: TransactionID, _ name: String) -> CachedUpload {
      CachedUpload(
        id: id, transactionId: transaction,
        file: FileDescription(name: name, mimeType: "image/png", size: .max), received: 0)
    }
    var first = upload("u1", "t1", "a\0.png")
    let second = upload("u2", "t2", "")
    for upload in [first, second] { try cache.uploads.save(upload) }
    (first.received, first.address, first.isDone) = (99, "mxc://s/1", true)
    try cache.uploads.save(first)
    #expect(try cache.uploads.upload("u1") == first)
    #expect(try cache.uploads.upload(of: "t2") == second)
    #expect(try cache.uploads.upload("u3") == nil)
    #expect(try cache.uploads.upload(of: "t3") == nil)
    #expect(try cache.uploads.all() == [first, second])
    let again = upload("u3", "t1", "b")
    try cache.uploads.save(again)
    #expect(try cache.uploads.upload(of: "t1") == again)
  }

  @Test("A user's last known name is kept, also that there is none")
  func users() throws {
    #expect(try cache.users.user("@ben:s") == nil)
    try cache.users.save(User(id: "@ben:s", name: "Ben"))
    try cache.users.save(User(id: "@ann:s", name: "Ann\0é"))
    try cache.users.save(User(id: "@ben:s", name: nil))
    #expect(try cache.users.user("@ben:s") == User(id: "@ben:s"))
    #expect(try cache.users.user("@ann:s") == User(id: "@ann:s", name: "Ann\0é"))
  }
}
