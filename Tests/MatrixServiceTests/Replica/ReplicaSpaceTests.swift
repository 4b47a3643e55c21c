import ChatDomain
import HTTPTransport
import Testing

@testable import MatrixService

@Suite("Spaces from events")
struct ReplicaSpaceTests {
  private static let space: ChannelID = "!space:example.org"

  private static func child(_ room: String, _ content: String, at: Int) -> String {
    Said.event(
      "$c\(room)\(at)", "m.space.child", by: Said.ben, at: at, content,
      more: #","state_key":"!\#(room):example.org""#)
  }

  private static func via(order: String? = nil) -> String {
    #"{"via":["example.org"]"# + (order.map { #","order":"\#($0)""# } ?? "") + "}"
  }

  private static func foundation(of type: String = "m.space") -> [String] {
    [
      Said.event(
        "$made", "m.room.create", by: Said.ben, at: 0, #"{"type":"\#(type)"}"#, more: #","state_key":"""#),
      Said.event(
        "$named", "m.room.name", by: Said.ben, at: 1, #"{"name":"Company"}"#, more: #","state_key":"""#),
      Said.event(
        "$came", "m.room.member", by: Said.ann, at: 2, #"{"membership":"join"}"#,
        more: #","state_key":"@ann:example.org""#),
    ]
  }

  @Test("Ordered rooms come first, then by arrival; one without servers is removed")
  func children() throws {
    let cache = try MatrixCache(path: nil, of: Said.ann, on: "LAPTOP")
    let desk = try ReplicaDesk(cache)
    try desk.take(SyncText(Self.foundation(), in: Self.space))
    let events = [
      Self.child("late", Self.via(), at: 9), Self.child("early", Self.via(), at: 5),
      Self.child("b", Self.via(order: "b"), at: 6), Self.child("a", Self.via(order: "a"), at: 7),
      Self.child("odd", Self.via(order: "é"), at: 4), Self.child("space", Self.via(), at: 8),
    ]
    let order = ["a", "b", "odd", "early", "late"].map { "!\($0):example.org" }.joined(separator: " ")
    #expect(
      try desk.take(SyncText(events, in: Self.space)).map(\.gist).last == "spaces Company: \(order)")
    #expect(try ReplicaDesk(cache).replica.spaces == desk.replica.spaces)
    let gone = [Self.child("a", "{}", at: 10), Self.child("b", #"{"via":[]}"#, at: 11)]
    #expect(
      try desk.take(SyncText(gone, in: Self.space)).map(\.gist).last
        == "spaces Company: !odd:example.org !early:example.org !late:example.org")
    #expect(try desk.take(SyncText(gone, in: Self.space)).map(\.gist).allSatisfy { !$0.hasPrefix("spaces") })
  }

  private static func order(_ order: String, isEarly: Bool = true) -> String {
    let type = isEarly ? "org.matrix.msc3230.space_order" : "m.space_order"
    return #"{"type":"\#(type)","content":{"order":\#(order)}}"#
  }

  @Test("Spaces are in the person's order, then by name, nested ones after their parent")
  func ordering() throws {
    let cache = try MatrixCache(path: nil, of: Said.ann, on: "LAPTOP")
    let desk = try ReplicaDesk(cache)
    for name in ["a", "b", "c", "d"] {
      let named = Said.event(
        "$named\(name)", "m.room.name", by: Said.ben, at: 3, #"{"name":"\#(name)"}"#,
        more: #","state_key":"""#)
      var events = Self.foundation() + [named]
      if name == "d" { events.append(Self.child("a", Self.via(), at: 4)) }
      try desk.take(SyncText(events, in: ChannelID("!\(name):example.org")))
    }
    func names() -> String { desk.replica.spaces.map(\.name).joined() }
    #expect(names() == "bcda")
    try desk.take(SyncText(.init(accountData: [Self.order(#""m""#)]), in: "!c:example.org"))
    #expect(names() == "cbda")
    let told = try desk.take(
      SyncText(.init(accountData: [Self.order(#""k""#, isEarly: false)]), in: "!d:example.org"))
    #expect(names() == "dacb" && told.map(\.gist).last?.hasPrefix("spaces d:") == true, "\(told.map(\.gist))")
    #expect(try ReplicaDesk(cache).replica.spaces == desk.replica.spaces)
    // Values that the specification does not allow are ignored.
    for odd in ["7", #""é""#, "\"\(String(repeating: "a", count: 51))\""] {
      try desk.take(SyncText(.init(accountData: [Self.order(odd)]), in: "!c:example.org"))
      #expect(names() == "dabc", "\(odd)")
    }
  }

  @Test("Only a space groups rooms, and a space is not a channel")
  func others() throws {
    let desk = try ReplicaDesk()
    try desk.take(SyncText(Self.foundation(of: "m.poll"), in: Self.space))
    try desk.take(SyncText([Self.child("a", Self.via(), at: 9)], in: Self.space))
    #expect(desk.replica.spaces.isEmpty)
    #expect(try !desk.room(Self.space).isChannel)
  }

  @Test(
    "A space stored without rooms requests them once; offline the rest is listed")
  func older() async throws {
    let server = Homeserver()
    server.happen(Self.foundation(), in: Self.space)
    let desk = try ServiceDesk(server)
    server.fail(
      "/state", .answer(HTTPResponse(200, "[\(Self.child("a", Self.via(), at: 9))]")))
    #expect(
      try await desk.service.spaces() == [
        Space(id: Self.space, name: "Company", children: ["!a:example.org"])
      ])
    await desk.service.setOffline(true)
    #expect(try await desk.service.spaces().count == 1)
    #expect(server.count("/state") == 1)
    await desk.close()
  }
}
