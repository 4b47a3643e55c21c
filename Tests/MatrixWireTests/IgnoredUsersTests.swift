import ChatDomain
import JSON
import Testing

@testable import MatrixService

@Suite("The list of ignored people")
struct IgnoredUsersTests {
  private func list(_ text: String) throws -> IgnoredUsers {
    let data = try #require(AccountData(type: "m.ignored_user_list", bytes: Array(text.utf8), about: nil))
    guard case .ignored(let list) = data.meaning else { throw Unexpected() }
    return list
  }

  private struct Unexpected: Error {}

  @Test("Valid user ids are ignored")
  func reading() throws {
    let text = #"{"ignored_users":{"@eve:x":{},"nobody":{},"@bob:y":{"since":1}}}"#
    #expect(try list(text).users == ["@eve:x", "@bob:y"])
    for broken in ["{}", #"{"ignored_users":[]}"#, #"{"ignored_users":"@eve:x"}"#] {
      #expect(try list(broken).users.isEmpty, "\(broken)")
    }
  }

  @Test("Other clients' entries are kept, even unknown ones")
  func writing() throws {
    let old = try list(#"{"x":[1, 2],"ignored_users":{"@eve:x":{},"nobody":{"y":1}}}"#)
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    #expect(
      text(old.bytes(with: true, "@bob:y"))
        == #"{"x":[1, 2],"ignored_users":{"@eve:x":{},"nobody":{"y":1},"@bob:y":{}}}"#)
    #expect(text(old.bytes(with: false, "@eve:x")) == #"{"x":[1, 2],"ignored_users":{"nobody":{"y":1}}}"#)
    #expect(
      text(old.bytes(with: true, "@eve:x"))
        == #"{"x":[1, 2],"ignored_users":{"nobody":{"y":1},"@eve:x":{}}}"#)
    #expect(text(IgnoredUsers().bytes(with: true, "@a:b")) == #"{"ignored_users":{"@a:b":{}}}"#)
  }
}
