import ChatDomain
import DraftEngine
import Testing

@testable import MatrixService

@Suite("Requests to a homeserver")
struct RequestTests {
  static let room: ChannelID = "!hill:example.org"
  static let ann: UserID = "@ann:example.org"
  static let (event, root): (MessageID, MessageID) = ("$event", "$root")

  struct Sample: CustomTestStringConvertible {
    let request: MatrixRequest
    let line: String
    let body: String?
    var testDescription: String { line }

    init(_ request: MatrixRequest, _ line: String, _ body: String? = nil) {
      self.request = request
      self.line = line
      self.body = body
    }
  }

  static let inRoom = "/_matrix/client/v3/rooms/%21hill%3Aexample.org"
  static let user = "%40ann%3Aexample.org"
  static let page = "filter=%7B%22lazy_load_members%22%3Atrue%7D"

  /// The sync filter, percent-encoded.
  static let filter =
    #"{"presence":{"not_types":["*"]},"room":{"state":{"lazy_load_members":true,"include_redundant_members":true},"#
    .percentEncoded
    + #""timeline":{"limit":10,"lazy_load_members":true,"unread_thread_notifications":true}}}"#.percentEncoded

  static let session = [
    Sample(.versions, "GET /_matrix/client/versions"),
    Sample(.mediaLimits, "GET /_matrix/client/v1/media/config"),
    Sample(.loginFlows, "GET /_matrix/client/v3/login"),
    Sample(.logout, "POST /_matrix/client/v3/logout", "{}"),
    Sample(
      .login(user: "ann", password: "a\"b", device: "laptop", name: "Inkwell"),
      "POST /_matrix/client/v3/login",
      #"{"type":"m.login.password","identifier":{"type":"m.id.user","user":"ann"},"password":"a\"b","device_id":"laptop","#
        + #""initial_device_display_name":"Inkwell","refresh_token":true}"#),
    Sample(.refresh("r1"), "POST /_matrix/client/v3/refresh", #"{"refresh_token":"r1"}"#),
    Sample(
      .sync(
        since: "s1", filter: SyncFilter(timelineLimit: 10, hasPresence: false), patience: .seconds(30),
        presence: .online),
      "GET /_matrix/client/v3/sync?since=s1&filter=\(filter)&timeout=30000&set_presence=online"),
    Sample(
      .sync(since: nil, filter: SyncFilter(timelineLimit: 10, hasPresence: false)),
      "GET /_matrix/client/v3/sync?filter=\(filter)&timeout=0&set_presence=offline"),
  ]

  static let history = [
    Sample(
      .messages(in: room, .backward, from: "t1", to: "t0", limit: 20),
      "GET \(inRoom)/messages?dir=b&from=t1&to=t0&limit=20&\(page)"),
    Sample(
      .messages(in: room, .forward, from: nil, limit: 5), "GET \(inRoom)/messages?dir=f&limit=5&\(page)"),
    Sample(.context(of: event, in: room, limit: 30), "GET \(inRoom)/context/%24event?limit=30&\(page)"),
    Sample(.event(event, in: room), "GET \(inRoom)/event/%24event"),
    Sample(
      .replies(under: root, in: room, from: "n", limit: 9),
      "GET /_matrix/client/v1/rooms/%21hill%3Aexample.org/relations/%24root/m.thread?dir=b&from=n&limit=9"),
    Sample(
      .threads(in: room, limit: 3),
      "GET /_matrix/client/v1/rooms/%21hill%3Aexample.org/threads?include=participated&limit=3"),
    Sample(
      .search("a b", in: [room], limit: 4, from: "n"), "POST /_matrix/client/v3/search?next_batch=n",
      #"{"search_categories":{"room_events":{"search_term":"a b","keys":["content.body"],"order_by":"recent","#
        + #""filter":{"limit":4,"rooms":["!hill:example.org"]}}}}"#),
    Sample(
      .search("a", by: ["@ana:example.org"], in: [], limit: 4), "POST /_matrix/client/v3/search",
      #"{"search_categories":{"room_events":{"search_term":"a","keys":["content.body"],"order_by":"recent","#
        + #""filter":{"limit":4,"senders":["@ana:example.org"]}}}}"#),
  ]

  static let sending = [
    Sample(
      .send(
        EventType.message, MessageContent(elements: [.plainText(text: "hey")], transactionId: "t/1").bytes,
        in: room, transaction: "t/1"),
      "PUT \(inRoom)/send/m.room.message/t%2F1",
      #"{"msgtype":"m.text","body":"hey","m.mentions":{},"chat.inkwell.txn":"t/1"}"#),
    Sample(
      .redact(
        RedactionContent(of: event, isHard: true, parentId: root, isShownInChannel: false), in: room,
        transaction: "t2"),
      "PUT \(inRoom)/redact/%24event/t2",
      #"{"chat.inkwell.hard":true,"chat.inkwell.parent":"$root","chat.inkwell.shown":false}"#),
    Sample(.setName("A\0B", of: room), "PUT \(inRoom)/state/m.room.name/", #"{"name":"AB"}"#),
    Sample(.setTopic("t", of: room), "PUT \(inRoom)/state/m.room.topic/", #"{"topic":"t"}"#),
    Sample(
      .setPinned(PinnedContent(entries: [.init(id: event, pin: nil)]), in: room),
      "PUT \(inRoom)/state/m.room.pinned_events/", #"{"pinned":["$event"],"chat.inkwell.pins":{}}"#),
    Sample(
      .setTyping(true, of: ann, in: room, lasting: .seconds(4)), "PUT \(inRoom)/typing/\(user)",
      #"{"typing":true,"timeout":4000}"#),
    Sample(
      .setTyping(false, of: ann, in: room, lasting: .seconds(4)), "PUT \(inRoom)/typing/\(user)",
      #"{"typing":false}"#),
    Sample(
      .receipt(upTo: event, in: room, thread: nil, isPrivate: false),
      "POST \(inRoom)/receipt/m.read/%24event",
      #"{"thread_id":"main"}"#),
    Sample(
      .receipt(upTo: event, in: room, thread: root, isPrivate: true),
      "POST \(inRoom)/receipt/m.read.private/%24event", #"{"thread_id":"$root"}"#),
    Sample(.readMarker(at: event, in: room), "POST \(inRoom)/read_markers", #"{"m.fully_read":"$event"}"#),
  ]

  static let rooms = [
    Sample(
      .createRoom(NewChannel(id: "wish", name: "N", type: .direct, members: ["@ben:x"])),
      "POST /_matrix/client/v3/createRoom",
      #"{"preset":"trusted_private_chat","visibility":"private","name":"N","invite":["@ben:x"],"is_direct":true,"#
        + #""power_level_content_override":{"events":{"m.room.name":0,"m.room.topic":0,"m.room.pinned_events":0},"invite":0}}"#
    ),
    Sample(
      .createRoom(NewChannel(id: "wish", type: .public, topic: "T")),
      "POST /_matrix/client/v3/createRoom",
      #"{"preset":"public_chat","visibility":"public","topic":"T","#
        + #""power_level_content_override":{"events":{"m.room.name":0,"m.room.topic":0,"m.room.pinned_events":0},"invite":0}}"#
    ),
    Sample(
      .join(room, via: ["a.b", "c"]), "POST /_matrix/client/v3/join/%21hill%3Aexample.org?via=a.b&via=c", "{}"
    ),
    Sample(.leave(room), "POST \(inRoom)/leave", "{}"),
    Sample(.invite("@ben:x", to: room), "POST \(inRoom)/invite", #"{"user_id":"@ben:x"}"#),
    Sample(.members(of: room), "GET \(inRoom)/members?membership=join"),
    Sample(.summary(of: room), "GET /_matrix/client/v1/room_summary/%21hill%3Aexample.org"),
  ]

  static let people = [
    Sample(.profile(of: ann), "GET /_matrix/client/v3/profile/\(user)"),
    Sample(.presence(of: ann), "GET /_matrix/client/v3/presence/\(user)/status"),
    Sample(
      .setPresence(.offline, of: ann), "PUT /_matrix/client/v3/presence/\(user)/status",
      #"{"presence":"offline"}"#),
    Sample(
      .users(matching: "be", limit: 7), "POST /_matrix/client/v3/user_directory/search",
      #"{"search_term":"be","limit":7}"#),
    Sample(
      .save(DraftSlot(), of: ann, device: "laptop", in: room),
      "PUT /_matrix/client/v3/user/\(user)/rooms/%21hill%3Aexample.org/account_data/chat.inkwell.draft.laptop",
      "{}"),
    Sample(.createMedia, "POST /_matrix/media/v1/create", "{}"),
  ]

  @Test("Each follows the specification", arguments: session + history + sending + rooms + people)
  func lines(_ sample: Sample) {
    #expect("\(sample.request.method.rawValue) \(sample.request.target)" == sample.line)
    switch sample.request.body {
    case .none: #expect(sample.body == nil)
    case .json(let bytes): #expect(String(decoding: bytes, as: UTF8.self) == sample.body)
    case .file: Issue.record("a file")
    }
  }

  @Test("A file is sent with its type to its address")
  func media() throws {
    let address = try #require(MediaAddress("mxc://example.org/abc"))
    #expect(MatrixRequest.download(address).target == "/_matrix/client/v1/media/download/example.org/abc")
    let upload = MatrixRequest.upload(to: address, type: "image/png")
    #expect(upload.target == "/_matrix/media/v3/upload/example.org/abc" && upload.method == .put)
    #expect(upload.body == .file(type: "image/png"))
    let atOnce = MatrixRequest.upload(type: "image/png")
    #expect(atOnce.target == "/_matrix/media/v3/upload" && atOnce.method == .post)
    #expect(atOnce.body == .file(type: "image/png"))
    // A type that would inject another header field is not sent.
    #expect(
      MatrixRequest.upload(to: address, type: "a\r\nb: c").body == .file(type: "application/octet-stream"))
  }

  @Test("The token is sent only where it is needed")
  func tokens() {
    let open = [
      MatrixRequest.versions, .loginFlows, .refresh("r"), .login(user: "a", password: "b", device: nil),
    ]
    #expect(open.allSatisfy { !$0.needsToken })
    #expect((Self.history + Self.sending + Self.rooms + Self.people).allSatisfy { $0.request.needsToken })
  }

  @Test("Requests in rooms share a rate limit")
  func classes() {
    #expect(MatrixRequest.setName("a", of: Self.room).rateClass == .events)
    #expect(MatrixRequest.send("m.room.message", [], in: Self.room, transaction: "t").rateClass == .events)
    #expect(MatrixRequest.readMarker(at: "$a", in: Self.room).rateClass == .other)
    #expect(MatrixRequest.sync(since: nil, filter: SyncFilter(), patience: .seconds(3)).patience == 3000)
  }
}
