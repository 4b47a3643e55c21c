import ChatDomain
import MatrixCache
import Testing

@Suite("Marks, transactions, uploads and users")
struct LedgerTests {
  let cache: MatrixCache

  init() throws { cache = try Samples.cache() }

  @Test("A mark is kept until it is replaced or removed")
  func marks() throws {
    #expect(try cache.value(forKey: "since") == nil)
    for name in Samples.names { try cache.setValue("old", forKey: name) }
    for name in Samples.names { try cache.setValue(name, forKey: name) }
    for name in Samples.names {
      #expect(try cache.value(forKey: name).map { Array($0.utf8) } == Array(name.utf8))
    }
    try cache.setValue(nil, forKey: "")
    try cache.setValue(nil, forKey: "since")
    #expect(try cache.value(forKey: "") == nil)
    #expect(try cache.value(forKey: " ") == " ")
  }

  @Test("A transaction is known by its id and what it was for, until it is old")
  func transactions() throws {
    func transaction(_ purpose: String, _ result: MessageID, at time: Int64) -> CachedTransaction {
      CachedTransaction(
        id: "t", room: Samples.room, purpose: purpose, result: result, at: Timestamp(seconds: time))
    }
    try cache.saveTransaction(transaction("send", "$0", at: 5))
    try cache.saveTransaction(transaction("edit", "$2", at: 6))
    let sent = transaction("send", "$1", at: 7)
    try cache.saveTransaction(sent)
    #expect(try cache.transaction("t", purpose: "send") == sent)
    #expect(try cache.transaction("t", purpose: "edit")?.result == "$2")
    #expect(try cache.transaction("t", purpose: "delete") == nil)
    #expect(try cache.transaction("u", purpose: "send") == nil)
    try cache.forgetTransactions(before: Timestamp(seconds: 6))
    #expect(try cache.transaction("t", purpose: "edit") != nil)
    try cache.forgetTransactions(before: Timestamp(seconds: 7))
    #expect(try cache.transaction("t", purpose: "edit") == nil)
    #expect(try cache.transaction("t", purpose: "send") == sent)
  }

  @Test("The oldest uploads that are done are forgotten, others wait for as long as it takes")
  func oldUploads() throws {
    for number in 1...5 {
      try cache.save(
        CachedUpload(
          id: UploadID("u\(number)"), transactionId: TransactionID("t\(number)"),
          file: FileDescription(name: "f", mimeType: "t", size: 1), received: 1, isDone: number != 2))
    }
    try cache.forgetUploads(keeping: 2)
    #expect(try cache.uploads().map(\.id) == ["u2", "u4", "u5"])
    try cache.forgetUploads(keeping: 9)
    #expect(try cache.uploads().count == 3)
  }

  @Test("An upload is found by its id and by its transaction, and listed in its place")
  func uploads() throws {
    func upload(_ id: UploadID, _ transaction: TransactionID, _ name: String) -> CachedUpload {
      CachedUpload(
        id: id, transactionId: transaction,
        file: FileDescription(name: name, mimeType: "image/png", size: .max), received: 0)
    }
    var first = upload("u1", "t1", "a\0.png")
    let second = upload("u2", "t2", "")
    for upload in [first, second] { try cache.save(upload) }
    (first.received, first.address, first.isDone) = (99, "mxc://s/1", true)
    try cache.save(first)
    #expect(try cache.upload("u1") == first)
    #expect(try cache.upload(of: "t2") == second)
    #expect(try cache.upload("u3") == nil)
    #expect(try cache.upload(of: "t3") == nil)
    #expect(try cache.uploads() == [first, second])
    let again = upload("u3", "t1", "b")
    try cache.save(again)
    #expect(try cache.upload(of: "t1") == again)
  }

  @Test("A user's last known name is kept, also that there is none")
  func users() throws {
    #expect(try cache.user("@ben:s") == nil)
    try cache.saveUser(User(id: "@ben:s", name: "Ben"))
    try cache.saveUser(User(id: "@ann:s", name: "Ann\0é"))
    try cache.saveUser(User(id: "@ben:s", name: nil))
    #expect(try cache.user("@ben:s") == User(id: "@ben:s"))
    #expect(try cache.user("@ann:s") == User(id: "@ann:s", name: "Ann\0é"))
  }
}
