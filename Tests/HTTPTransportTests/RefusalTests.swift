import Testing

@testable import HTTPTransport

@Suite("Requests refused before loading")
struct RefusalTests {
  @Test(
    "Ambiguous URLs are refused",
    arguments: [
      ("", HTTPError.BadURL.malformed), ("chat.example", .malformed), ("/path", .malformed),
      ("https:", .malformed),
      ("https://", .malformed), ("https:///a", .malformed), ("https://?a", .malformed),
      ("https://:443/", .malformed),
      ("https://a:/", .malformed), ("https://a:0/", .malformed), ("https://a:65536/", .malformed),
      ("https://a:1:2/", .malformed), ("https://a:+80/", .malformed), ("https://a b/", .malformed),
      ("https://a%2e/", .malformed), ("https://a/b c", .malformed), ("https://a/ä", .malformed),
      ("https://a/\r\nX: y", .malformed), ("https://a\r\nX: y/", .malformed), ("https://a/\n", .malformed),
      ("https://a/\u{0}", .malformed), ("https://a/#b", .malformed), ("https://a/\\b", .malformed),
      ("https://a\\b/", .malformed), ("https://[::1/", .malformed), ("https://[]/", .malformed),
      ("https://[::1]a/", .malformed), ("https://[localhost]/", .malformed),
      ("https://[fe80::1%25eth0]/", .malformed),
      ("ftp://a/", .otherScheme), ("file:///etc/passwd", .otherScheme), ("gopher://a/", .otherScheme),
      (" https://a/", .otherScheme), ("https ://a/", .otherScheme), ("ws://localhost/", .otherScheme),
      ("https://me:secret@a/", .credentials), ("https://localhost@a/", .credentials),
      ("http://127.0.0.1@a/", .credentials),
      ("http://a/", .unencrypted), ("HTTP://a/", .unencrypted), ("http://localhost.a/", .unencrypted),
      ("http://a.localhost/", .unencrypted), ("http://localhost./", .unencrypted),
      ("http://127.0.0.1.a/", .unencrypted),
      ("http://127.1/", .unencrypted), ("http://0177.0.0.1/", .unencrypted),
      ("http://127.0.0.01/", .unencrypted),
      ("http://127.0.0.256/", .unencrypted), ("http://127.0.0.1./", .unencrypted),
      ("http://0x7f.0.0.1/", .unencrypted),
      ("http://2130706433/", .unencrypted), ("http://128.0.0.1/", .unencrypted),
      ("http://0.0.0.0/", .unencrypted),
      ("http://[::]/", .unencrypted), ("http://[::2]/", .unencrypted),
      ("http://[::ffff:127.0.0.1]/", .unencrypted),
      ("http://10.0.0.1:127/", .unencrypted), ("http://localhostess/", .unencrypted),
    ])
  func badURL(url: String, fault: HTTPError.BadURL) async {
    let transport = CurlTransport()
    #expect(await transport.failure(of: HTTPRequest(.get, url)) == .badURL(fault))
    #expect(!transport.isRunning)
  }

  @Test(
    "Unambiguous URLs are accepted",
    arguments: [
      ("https://chat.example", "chat.example"), ("HTTPS://Chat.Example:8448/a/b?c=d&e=%20", "Chat.Example"),
      ("https://xn--grezi-kva.example/", "xn--grezi-kva.example"),
      ("https://grüezi.example/", "grüezi.example"),
      ("https://10.0.0.1/~a/!$&'()*+,;=:@-._", "10.0.0.1"), ("https://[2001:db8::1]:443/", "2001:db8::1"),
      ("https://a?b=[c]", "a"), ("http://localhost:8008/", "localhost"), ("http://LocalHost/", "LocalHost"),
      ("http://127.0.0.1/", "127.0.0.1"), ("http://127.255.0.9:1/", "127.255.0.9"),
      ("http://[::1]:8008/", "::1"),
    ])
  func goodURL(url: String, host: String) throws {
    #expect(try CheckedURL(url, isLocal: false).host == host)
  }

  @Test("Over a Unix socket, plain HTTP may go to any host name")
  func local() throws {
    #expect(try CheckedURL("http://chat.example/", isLocal: true).isEncrypted == false)
  }

  @Test(
    "A socket path that is too long is refused",
    arguments: ["", String(repeating: "a", count: 108), "/run/a\u{0}b"])
  func socket(path: String) async {
    let transport = CurlTransport()
    let request = HTTPRequest(.get, "http://a/", socket: path)
    #expect(await transport.failure(of: request) == .badURL(.socketPath))
    #expect(!transport.isRunning)
  }

  @Test(
    "Fields that inject others or contradict the transport are refused",
    arguments: [
      ("A", "b\r\nC: d", "A"), ("A", "b\nc", "A"), ("A", "\r", "A"), ("A", "a\u{0}", "A"),
      ("A", "\u{7F}", "A"),
      ("A\r\nB", "c", "AB"), ("A:", "b", "A:"), ("A B", "c", "A B"), ("", "a", ""), ("Ä", "b", ""),
      ("Content-Length", "0", "Content-Length"), ("transfer-encoding", "chunked", "transfer-encoding"),
      ("Host", "b", "Host"), ("CONNECTION", "close", "CONNECTION"), ("Expect", "100-continue", "Expect"),
      ("Accept-Encoding", "identity", "Accept-Encoding"), ("Upgrade", "h2c", "Upgrade"),
      ("TE", "trailers", "TE"),
      ("Proxy-Authorization", "x", "Proxy-Authorization"),
    ])
  func badField(name: String, value: String, told: String) async {
    let transport = CurlTransport()
    let request = HTTPRequest(.get, "http://localhost/", fields: [HTTPField(name, value)])
    #expect(await transport.failure(of: request) == .badField(name: told))
    #expect(!transport.isRunning)
  }

  @Test(
    "Descriptions of requests and failures contain no secret",
    arguments: [
      HTTPRequest(.get, "http://a/?access_token=s3cret"), HTTPRequest(.get, "https://u:s3cret@a/"),
      HTTPRequest(.get, "http://localhost:1/?t=s3cret"),
      HTTPRequest(.post, "http://localhost:1/", body: .bytes(Array("s3cret".utf8))),
      HTTPRequest(.get, "http://localhost:1/", fields: [HTTPField("Authorization", "Bearer s3cret")]),
      HTTPRequest(.get, "http://localhost:1/", fields: [HTTPField("Authorization", "Bearer s3cret\n")]),
    ])
  func secrets(request: HTTPRequest) async throws {
    let failure = try #require(await CurlTransport().failure(of: request))
    var dumped = ""
    dump(failure, to: &dumped)
    #expect(!dumped.contains("s3cret"))
    #expect(!"\(failure) \(String(reflecting: failure))".contains("s3cret"))
    guard !request.url.contains("@") else { return }
    dump(request, to: &dumped)
    dump(request.fields, to: &dumped)
    #expect(!(dumped + "\(request) \(String(reflecting: request)) \(request.fields)").contains("s3cret"))
  }

  @Test("Every failure has a one-sentence message")
  func sentences() {
    let errors: [HTTPError] =
      HTTPError.BadURL.allCases.map { .badURL($0) }
      + HTTPError.LibraryFault.allCases.map { .libraryMissing($0) }
      + HTTPError.Progress.allCases.flatMap { [.timedOut($0), .interrupted($0)] }
      + HTTPError.TLSFault.allCases.map { .refusedByTLS(host: "a", $0) }
      + [
        .badField(name: "A"), .cannotResolve(host: "a"), .cannotConnect(host: "a"), .answerTooLarge(limit: 7),
        .headTooLarge, .invalidAnswer, .fileUnreadable(path: "/a"), .fileUnwritable(path: "/a"), .cancelled,
        .closed,
        .failed(code: 27),
      ]
    for error in errors {
      #expect(error.description.contains(" ") && !error.description.contains("\n"))
      #expect(error.description.first?.isLowercase == true || error.description.hasPrefix("/"))
    }
  }
}
