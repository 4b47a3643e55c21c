import ChatDomain
import JSON
import Testing

@testable import MatrixService

@Suite("Room addresses and the answers to them")
struct RoomAddressTests {
  struct Sample: CustomTestStringConvertible {
    let text: String
    let name: String?
    let servers: [String]
    var testDescription: String { text }

    init(_ text: String, _ name: String?, _ servers: [String] = []) {
      self.text = text
      self.name = name
      self.servers = servers
    }
  }

  @Test(
    "Ids, aliases and both kinds of links lead to rooms",
    arguments: [
      Sample("#hill:example.org", "#hill:example.org"),
      Sample("!hill:example.org", "!hill:example.org"),
      Sample("!31hneApxJ_1o-63DmFrpeqnkFfWppnzWso1JvH3ogLM", "!31hneApxJ_1o-63DmFrpeqnkFfWppnzWso1JvH3ogLM"),
      Sample("#日本語:example.org:8448", "#日本語:example.org:8448"),
      Sample("https://matrix.to/#/#hill:example.org", "#hill:example.org"),
      Sample("https://matrix.to/#/%23hill%3Aexample.org", "#hill:example.org"),
      Sample(
        "http://matrix.to/#/!hill:example.org?via=a.org&via=b.org", "!hill:example.org", ["a.org", "b.org"]),
      Sample("https://matrix.to/#/!hill:example.org/$event?via=a.org", "!hill:example.org", ["a.org"]),
      Sample("matrix:r/hill:example.org", "#hill:example.org"),
      Sample("matrix:room/hill:example.org", "#hill:example.org"),
      Sample("matrix:roomid/hill:example.org?action=join&via=a.org%3A80", "!hill:example.org", ["a.org:80"]),
      Sample("matrix:r/hill:example.org/e/event", "#hill:example.org"),
      Sample("!a:b?via=c", nil), Sample("#hill", nil), Sample("hill:example.org", nil), Sample("", nil),
      Sample("#:example.org", "#:example.org"), Sample("#hi ll:example.org", nil),
      Sample("#hi\u{202E}ll:example.org", nil), Sample("#hi\u{0}:example.org", nil),
      Sample("@ann:example.org", nil), Sample("https://matrix.to/#/@ann:example.org", nil),
      Sample("matrix:u/ann:example.org", nil), Sample("https://matrix.to/#/", nil), Sample("matrix:r/", nil),
      Sample("https://matrix.to/#/%FF", nil), Sample("https://example.org/#/#hill:example.org", nil),
      Sample("#hill:bad/server", nil), Sample("#" + String(repeating: "a", count: 300) + ":x", nil),
    ])
  func parse(_ sample: Sample) {
    let address = RoomAddress.parse(sample.text)
    #expect(address?.name == sample.name)
    #expect(address?.servers ?? [] == sample.servers)
  }

  @Test("Of a link's servers only some valid ones are kept")
  func bounded() throws {
    let many = (0..<50).map { "via=s\($0).org" }.joined(separator: "&")
    let link = "https://matrix.to/#/!hill:example.org?via=a%2Fb&via=&via&x=y&\(many)"
    #expect(try #require(RoomAddress.parse(link)).servers == (0..<5).map { "s\($0).org" })
  }

  @Test("The server of a name follows its first colon")
  func server() {
    #expect(RoomAddress.server(of: "#a:b.org:80") == "b.org:80")
    #expect(RoomAddress.server(of: "!abc") == nil && RoomAddress.server(of: "#a:b/c") == nil)
  }

  @Test("The requests")
  func requests() {
    let samples: [(MatrixRequest, String, String?)] = [
      (.room(behind: "#a/b:x"), "GET /_matrix/client/v3/directory/room/%23a%2Fb%3Ax", nil),
      (
        .directory(matching: "a\"b", of: nil, from: nil, limit: 20), "POST /_matrix/client/v3/publicRooms",
        #"{"filter":{"generic_search_term":"a\"b"},"limit":20}"#
      ),
      (
        .directory(matching: "", of: "b.org:80", from: "n", limit: 3),
        "POST /_matrix/client/v3/publicRooms?server=b.org%3A80", #"{"limit":3,"since":"n"}"#
      ),
      (.forget("!a:x"), "POST /_matrix/client/v3/rooms/%21a%3Ax/forget", "{}"),
    ]
    for (request, line, body) in samples {
      #expect("\(request.method.rawValue) \(request.target)" == line)
      let bytes: [UInt8]? = if case .json(let bytes) = request.body { bytes } else { nil }
      #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == body)
    }
  }

  @Test("An alias gives a room and servers, which are validated")
  func alias() throws {
    let text = #"{"room_id":"!a:x","servers":["a.org","b/c",7,"","b.org","c","d","e","f"]}"#
    let answer = try AliasAnswer(Array(text.utf8))
    #expect(answer.room == "!a:x" && answer.servers == ["a.org", "b.org", "c", "d", "e"])
    #expect(try AliasAnswer(Array(#"{"room_id":"!a:x"}"#.utf8)).servers.isEmpty)
    #expect(throws: AnswerError.lacks("room_id")) { try AliasAnswer(Array(#"{"room_id":"a"}"#.utf8)) }
  }

  @Test("A page of the directory; other kinds of rooms are recognised")
  func directory() throws {
    let rooms = #"""
      {"room_id":"!a:x","name":"A\u0007b","num_joined_members":7,"join_rule":"knock"},{"room_id":"no"},
      {"room_id":"!b:x","room_type":"m.space"},{"room_id":"!c:x","num_joined_members":-4,"join_rule":"restricted"}
      """#
    let answer = try DirectoryAnswer(Array(#"{"chunk":[\#(rooms)],"next_batch":"n"}"#.utf8))
    #expect(answer.rooms.map(\.id) == ["!a:x", "!b:x", "!c:x"] && answer.next == "n")
    #expect(answer.rooms.map(\.hasType) == [false, true, false])
    #expect(answer.rooms.map(\.joinRule) == [.knocking, .everybody, .restricted])
    #expect(answer.rooms.map(\.memberCount) == [7, 0, 0])
    #expect(answer.rooms[0].name?.unicodeScalars.contains("\u{7}") == false)
    let long = String(repeating: "n", count: 5000)
    #expect(try DirectoryAnswer(Array(#"{"chunk":[],"next_batch":"\#(long)"}"#.utf8)).next == nil)
  }
}
