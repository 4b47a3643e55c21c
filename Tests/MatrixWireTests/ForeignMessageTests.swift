import ChatDomain
import DraftEngine
import Testing

@testable import MatrixService

@Suite("Messages of other clients")
struct ForeignMessageTests {
  static let samples: [(String, [MessageElement])] = [
    (#"{"msgtype":"m.text","body":"a [b](c)"}"#, [.plainText(text: "a [b](c)")]),
    (#"{"msgtype":"m.notice","body":"done"}"#, [.plainText(text: "done")]),
    (#"{"msgtype":"m.emote","body":"waves"}"#, [.plainText(text: "*\u{A0}waves")]),
    (
      #"{"msgtype":"m.location","body":"Big Ben","geo_uri":"geo:51.5,0.1"}"#,
      [.plainText(text: "Place: Big Ben "), .link(text: "geo:51.5,0.1", target: .url(url: "geo:51.5,0.1"))]
    ),
    (
      #"{"msgtype":"m.location","body":"","geo_uri":"geo:51.5,0.1;u=35"}"#,
      [.plainText(text: "Place: "), .link(text: "geo:51.5,0.1;u=35", target: .url(url: "geo:51.5,0.1;u=35"))]
    ),
    (
      #"{"msgtype":"m.location","body":"Here: geo:-1,2 now","geo_uri":"geo:-1,2"}"#,
      [
        .plainText(text: "Place: Here: "), .link(text: "geo:-1,2", target: .url(url: "geo:-1,2")),
        .plainText(text: " now"),
      ]
    ),
    (
      #"{"msgtype":"m.location","body":"x","geo_uri":"geo:1,2,3","org.matrix.msc3488.location":{"uri":"geo:1,2,3","description":"*The* hill"}}"#,
      [.plainText(text: #"Place: \*The\* hill "#), .link(text: "geo:1,2,3", target: .url(url: "geo:1,2,3"))]
    ),
    (#"{"msgtype":"m.location","body":"x","geo_uri":"geo:--x,/etc"}"#, [.plainText(text: "Place: x")]),
    (#"{"msgtype":"org.example.poll","body":"Yes or no?"}"#, [.plainText(text: "Yes or no?")]),
    (#"{"msgtype":"m.text","body":"a\r\nb\rc\u0000\u001b[2J\u009bd"}"#, [.plainText(text: "a\nb\nc[2Jd")]),
    (
      #"{"msgtype":"m.text","body":"**a**","format":"org.matrix.custom.html","formatted_body":"<strong>a</strong>"}"#,
      [.plainText(text: "**a**")]
    ),
    (
      #"{"msgtype":"m.text","body":"b","format":"other","formatted_body":"<b>a</b>"}"#,
      [.plainText(text: "b")]
    ),
    (
      #"{"msgtype":"m.text","body":"b","format":"org.matrix.custom.html","formatted_body":"<p></p>"}"#,
      [.plainText(text: "b")]
    ),
    (
      #"{"msgtype":"m.image","body":"a.png","url":"mxc://s/a","format":"org.matrix.custom.html","formatted_body":"<b>x</b>"}"#,
      []
    ),
    (
      #"{"msgtype":"m.file","body":"a caption","filename":"a.pdf","url":"mxc://s/a"}"#,
      [.plainText(text: "a caption")]
    ),
    (#"{"msgtype":"m.image","body":"a.png","url":"https://evil/a.png"}"#, [.plainText(text: "a.png")]),
    (#"{"msgtype":"m.image","body":"a.png","file":{"url":"mxc://s/a"}}"#, [.plainText(text: "a.png")]),
    (
      #"{"msgtype":"m.text","body":"> <@ben:s> old\n> words\n\nnew","m.relates_to":{"m.in_reply_to":{"event_id":"$q"}}}"#,
      [.plainText(text: "new")]
    ),
    (
      #"{"msgtype":"m.text","body":"> * <@ben:s> waves\n\nnew","m.relates_to":{"m.in_reply_to":{"event_id":"$q"}}}"#,
      [.plainText(text: "new")]
    ),
    (#"{"msgtype":"m.text","body":"> <@ben:s> no answer"}"#, [.plainText(text: #"\> \<@ben:s> no answer"#)]),
    (
      #"{"msgtype":"m.text","body":"> quoted\n\nby hand","m.relates_to":{"m.in_reply_to":{"event_id":"$q"}}}"#,
      [.plainText(text: "\\> quoted\n\nby hand")]
    ),
    (#"{"msgtype":"m.text","body":"def __init__: */*"}"#, [.plainText(text: #"def \_\_init\_\_: \*/\*"#)]),
    (#"{"msgtype":"m.text","body":"snake_case 2 * 3"}"#, [.plainText(text: "snake_case 2 * 3")]),
  ]

  @Test("Each is shown as the text in it", arguments: samples)
  func words(_ sample: (content: String, elements: [MessageElement])) throws {
    #expect(try Recorded.message(sample.content).elements == sample.elements)
  }

  @Test(
    "Events between programs are not shown",
    arguments: [
      #"{"msgtype":"m.key.verification.request","body":"verify"}"#, #"{"body":"no kind"}"#,
      #"{"msgtype":"m.text"}"#,
      #"{"msgtype":"m.text","body":7}"#,
    ])
  func silent(_ content: String) throws {
    #expect(try Recorded.event(EventType.message, content).meaning == .other)
  }

  @Test("Files are described as far as the data is credible")
  func files() throws {
    let named = try Recorded.message(
      #"{"msgtype":"m.video","body":"c","filename":"../\u001b[2J\nx.mp4","url":"mxc://s/v","info":{"mimetype":"video/mp4","size":-4}}"#
    )
    #expect(
      named.file == FileAttachment(id: "mxc://s/v", name: "../[2J x.mp4", mimeType: "video/mp4", size: 0))
    let bare = try Recorded.message(
      #"{"msgtype":"m.audio","body":"a.ogg","url":"mxc://s/v","info":{"mimetype":"a\r\nb"}}"#)
    #expect(
      bare.file
        == FileAttachment(id: "mxc://s/v", name: "a.ogg", mimeType: "audio/*", size: 0))
    #expect(bare.form == .file && bare.elements.isEmpty)
    for (info, size) in [
      (#"{"w":640,"h":480}"#, PictureSize(width: 640, height: 480)), (#"{"w":640}"#, nil),
      (#"{"w":-1,"h":480}"#, nil), (#"{"w":1e99,"h":"480"}"#, nil), (#"{"w":0,"h":0}"#, nil),
      (#"{"w":99999,"h":480}"#, nil),
    ] {
      let picture = try Recorded.message(
        #"{"msgtype":"m.image","body":"a","url":"mxc://s/v","info":"# + info + "}")
      #expect(picture.file?.pictureSize == size && picture.file?.asSent.pictureSize == size, "\(info)")
    }
  }

  @Test("The listed people are notified; without a list, those named in the text")
  func mentions() throws {
    let listed = try Recorded.message(
      #"{"msgtype":"m.text","body":"x","m.mentions":{"user_ids":["@a:s","@a:s","bad","@b:s"],"room":true}}"#)
    #expect(listed.mentions == ["@a:s", "@b:s"] && listed.mentionsRoom)
    let pill = #"\"https://matrix.to/#/@ben:s\""#
    let named = try Recorded.message(
      #"{"msgtype":"m.text","body":"Ben","format":"org.matrix.custom.html","formatted_body":"<a href=\#(pill)>Ben</a>"}"#
    )
    #expect(
      named.mentions == ["@ben:s"] && named.elements == [.link(text: "Ben", target: .user(userId: "@ben:s"))])
    let silent = try Recorded.message(
      #"{"msgtype":"m.text","body":"Ben","m.mentions":{},"format":"org.matrix.custom.html","formatted_body":"<a href=\#(pill)>Ben</a>"}"#
    )
    #expect(silent.mentions.isEmpty && !silent.elements.isEmpty)
  }

  @Test("Replies and threads")
  func relations() throws {
    let reply = try Recorded.message(
      #"{"msgtype":"m.text","body":"x","m.relates_to":{"rel_type":"m.thread","event_id":"$root","is_falling_back":true,"m.in_reply_to":{"event_id":"$last"}}}"#
    )
    #expect(reply.parentId == "$root" && reply.quote == nil && !reply.isShownInChannel)
    let answer = try Recorded.message(
      #"{"msgtype":"m.text","body":"x","m.relates_to":{"rel_type":"m.thread","event_id":"$root","m.in_reply_to":{"event_id":"$q"}}}"#
    )
    #expect(answer.parentId == "$root" && answer.quote == QuoteContent(id: "$q"))
    let plain = try Recorded.message(
      #"{"msgtype":"m.text","body":"x","m.relates_to":{"m.in_reply_to":{"event_id":"$q"}}}"#)
    #expect(plain.quote == QuoteContent(id: "$q") && plain.isShownInChannel && plain.parentId == nil)
  }

  @Test("A quote counts only for the message that is replied to")
  func claims() throws {
    let quoted = #""chat.inkwell.quoted":{"id":"$other","author":"@ben:s","markup":"I never said that"}"#
    let message = try Recorded.message(
      #"{"msgtype":"m.text","body":"x","m.relates_to":{"m.in_reply_to":{"event_id":"$q"}},\#(quoted)}"#)
    #expect(message.quote == QuoteContent(id: "$q"))
    #expect(try Recorded.message(#"{"msgtype":"m.text","body":"x",\#(quoted)}"#).quote == nil)
  }

  @Test("An encrypted message has a place and no text")
  func encrypted() throws {
    let plain = #"{"algorithm":"m.megolm.v1.aes-sha2","ciphertext":"A","session_id":"s""#
    #expect(try Recorded.event(EventType.encrypted, plain + "}").meaning == .encrypted(parent: nil))
    let reply = plain + #","m.relates_to":{"rel_type":"m.thread","event_id":"$root"}}"#
    #expect(try Recorded.event(EventType.encrypted, reply).meaning == .encrypted(parent: "$root"))
    let edit = plain + #","m.relates_to":{"rel_type":"m.replace","event_id":"$root"}}"#
    #expect(try Recorded.event(EventType.encrypted, edit).meaning == .other)
  }

  @Test("A redacted message is only a placeholder")
  func redacted() throws {
    let because = Recorded.text(
      EventType.redaction, #"{"redacts":"$event","chat.inkwell.hard":true}"#, id: "$why")
    let event = try Recorded.event(
      EventType.message, "{}", more: #","unsigned":{"redacted_because":\#(because)}"#)
    #expect(event.meaning == .redacted && event.isRedacted)
    guard case .redaction(let redaction)? = event.redactedBecause?.meaning else {
      return #expect(Bool(false), "no redaction")
    }
    #expect(redaction.isHard && redaction.target == "$event")
    #expect(try Recorded.event(EventType.message, "{}").meaning == .redacted)
  }

  @Test("A sticker is a picture named by its text, or that text")
  func sticker() throws {
    func sticker(_ content: String) throws -> MessageContent? {
      guard case .message(let read) = try Recorded.event("m.sticker", content).meaning else { return nil }
      return read
    }
    let cat = try sticker(#"{"body":"a cat","url":"mxc://s/c","info":{"mimetype":"image/png","size":12}}"#)
    #expect(
      cat?.file
        == FileAttachment(id: "mxc://s/c", name: "a cat", mimeType: "image/png", size: 12, form: .sticker))
    #expect(cat?.elements == [] && cat?.file?.title == "sticker: a cat")
    #expect(try sticker(#"{"body":"a cat","url":"https://s/c"}"#)?.elements == [.plainText(text: "a cat")])
  }

  /// As Element sends them, reduced to the fields that are read.
  @Test("Voice messages and media say their duration")
  func playing() throws {
    let voice = try Recorded.message(
      #"{"msgtype":"m.audio","body":"Voice message.ogg","url":"mxc://s/v","info":{"duration":12480,"mimetype":"audio/ogg","size":34567},"org.matrix.msc1767.audio":{"duration":12480,"waveform":[0,512]},"org.matrix.msc1767.text":"Voice message","org.matrix.msc3245.voice":{}}"#
    )
    #expect(voice.elements.isEmpty && voice.file?.form == .voice && voice.file?.size == 34_567)
    #expect(voice.file?.title == "voice message, 0:12")
    let film = try Recorded.message(
      #"{"msgtype":"m.video","body":"a.mp4","url":"mxc://s/v","info":{"duration":3723000,"mimetype":"video/mp4"}}"#
    )
    #expect(film.file?.title == "video: a.mp4, 1:02:03")
    let song = try Recorded.message(
      #"{"msgtype":"m.audio","body":"a.ogg","url":"mxc://s/v","info":{"duration":-7,"mimetype":"audio/ogg"}}"#
    )
    #expect(song.file?.form == .file && song.file?.title == "sound: a.ogg")
    let endless = try Recorded.message(
      #"{"msgtype":"m.audio","body":"a","url":"mxc://s/v","info":{"duration":9007199254740991}}"#)
    #expect(endless.file?.duration == .seconds(1_000_000))
    let second = try Recorded.message(
      #"{"msgtype":"m.audio","body":"a","url":"mxc://s/v","info":{"duration":"12"},"org.matrix.msc1767.audio":{"duration":12480}}"#
    )
    #expect(second.file?.duration == .milliseconds(12_480))
    // An edited caption keeps the file a voice message.
    let written = MessageContent(elements: [.plainText(text: "listen")], file: voice.file)
    let text = String(decoding: written.bytes, as: UTF8.self)
    #expect(text.contains(#""duration":12480"#) && text.contains(#""org.matrix.msc3245.voice":{}"#))
  }

  @Test(
    "A file without a media type stays a picture, video or sound when its caption is edited",
    arguments: ["m.image", "m.video", "m.audio", "m.file"])
  func untyped(type: String) throws {
    let content = try Recorded.message(
      #"{"msgtype":"\#(type)","body":"a","filename":"f","url":"mxc://s/v","info":{}}"#)
    let edited = MessageContent(elements: [.plainText(text: "b")], file: content.file)
    let text = String(decoding: edited.bytes, as: UTF8.self)
    #expect(text.contains(#""msgtype":"\#(type)""#), "\(text)")
    // No type that the sender did not give is claimed.
    #expect(!text.contains("mimetype") || type == "m.file", "\(text)")
    #expect(try Recorded.message(text).file == content.file)
  }

  @Test(
    "An invalid media type counts as none",
    arguments: [
      ("video/mp4", true), ("video/mp4; codecs=\"a b\"", true), ("video/x-a.b+c", true), ("///", false),
      ("video/", false), ("/mp4", false), ("video/a/b", false), ("video", false), ("vid eo/mp4", false),
      ("video/mp4\n", false), ("", false),
    ])
  func mediaType(type: String, isValid: Bool) throws {
    let quoted = type.replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    let content = try Recorded.message(
      #"{"msgtype":"m.video","body":"a","url":"mxc://s/v","info":{"mimetype":"\#(quoted)"}}"#)
    #expect(content.file?.mimeType == (isValid ? type : "video/*"))
  }

  @Test("A mere claim to be a voice message does not hide the file name")
  func falseVoice() throws {
    func file(_ name: String, _ type: String) throws -> FileAttachment? {
      try Recorded.message(
        #"{"msgtype":"m.audio","body":"Voice message","filename":"\#(name)","url":"mxc://s/v","info":{"mimetype":"\#(type)"},"org.matrix.msc3245.voice":{}}"#
      ).file
    }
    #expect(try file("a.ogg", "audio/ogg")?.title == "voice message")
    #expect(try file("a.OGG", "audio/ogg")?.title == "voice message")
    let page = try file("invoice.desktop", "text/html")
    #expect(page?.form == .file && page?.title == "invoice.desktop")
    #expect(try file("invoice.desktop", "audio/ogg")?.title == "voice message: invoice.desktop")
    #expect(try file("ogg", "audio/ogg")?.title == "voice message: ogg")
  }

  @Test("Bundled relations are read as events of the room")
  func bundles() throws {
    let edit = Recorded.text(
      EventType.message,
      #"{"msgtype":"m.text","body":"* b","m.new_content":{"msgtype":"m.text","body":"b"},"m.relates_to":{"rel_type":"m.replace","event_id":"$event"}}"#,
      id: "$edit")
    let last = Recorded.text(EventType.message, #"{"msgtype":"m.text","body":"r"}"#, id: "$last")
    let event = try Recorded.event(
      EventType.message, #"{"msgtype":"m.text","body":"a"}"#,
      more:
        #","unsigned":{"m.relations":{"m.replace":\#(edit),"m.thread":{"count":3,"latest_event":\#(last)}}}"#)
    #expect(event.bundledEdit.map { EventTrust.mayEdit($0, event) } == true)
    #expect(event.bundledThread?.count == 3 && event.bundledThread?.last?.id == "$last")
  }
}
