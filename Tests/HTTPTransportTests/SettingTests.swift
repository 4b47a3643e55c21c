import CCurl
import Testing

@testable import HTTPTransport

@Suite("Settings of libcurl")
struct SettingTests {
  static let requests: [HTTPRequest] = HTTPRequest.Method.allCases.flatMap { method in
    [
      HTTPRequest(method, "https://chat.example/"),
      HTTPRequest(method, "https://chat.example/", body: .bytes([1]), patience: .media),
      HTTPRequest(method, "https://chat.example/", to: .file(path: "/tmp/a", limit: 5), socket: "/run/s"),
      HTTPRequest(method, "http://localhost:8008/", patience: .poll(.seconds(30))),
      HTTPRequest(method, "http://chat.example/", socket: "/run/s"),
    ]
  }

  private func settings(_ request: HTTPRequest, remaining: Duration? = .seconds(30)) throws
    -> [libcurl_option.RawValue: CurlSetting.Value]
  {
    let all = CurlSetting.all(
      for: try CheckedRequest(request), bodySize: 1, remaining: remaining, certificates: nil)
    return try Dictionary(all.map { ($0.option, $0.value) }) { _, _ in throw Doubled() }
  }

  struct Doubled: Error {}

  @Test("The server is always verified, and redirects are off", arguments: requests)
  func safety(request: HTTPRequest) throws {
    let settings = try settings(request)
    #expect(settings[LIBCURL_SSL_VERIFYPEER.rawValue] == .number(1))
    #expect(settings[LIBCURL_SSL_VERIFYHOST.rawValue] == .number(2))
    #expect(settings[LIBCURL_PROXY_SSL_VERIFYPEER.rawValue] == .number(1))
    #expect(settings[LIBCURL_PROXY_SSL_VERIFYHOST.rawValue] == .number(2))
    #expect(settings[LIBCURL_FOLLOWLOCATION.rawValue] == .number(0))
    #expect(settings[LIBCURL_REDIR_PROTOCOLS.rawValue] == .number(0))
    #expect(settings[LIBCURL_HEADEROPT.rawValue] == .number(1))
    #expect(settings[LIBCURL_HTTP09_ALLOWED.rawValue] == .number(0))
    #expect(settings[LIBCURL_NOSIGNAL.rawValue] == .number(1))
    #expect(settings[LIBCURL_HTTP_VERSION.rawValue] == .number(4))
    #expect(settings[LIBCURL_TCP_KEEPALIVE.rawValue] == .number(1))
    let isEncrypted = request.url.hasPrefix("https")
    #expect(settings[LIBCURL_PROTOCOLS.rawValue] == .number(isEncrypted ? 2 : 1))
    #expect(settings[LIBCURL_CAINFO.rawValue] == nil)
    // The environment's proxy applies only to encrypted requests.
    #expect(settings[LIBCURL_PROXY.rawValue] == (isEncrypted && request.socket == nil ? nil : .text("")))
  }

  @Test("Time limits are set, and a remainder is never zero")
  func time() throws {
    let usual = try settings(HTTPRequest(.get, "https://a/"))
    #expect(usual[LIBCURL_CONNECTTIMEOUT_MS.rawValue] == .number(10_000))
    #expect(usual[LIBCURL_TIMEOUT_MS.rawValue] == .number(30_000))
    #expect(usual[LIBCURL_LOW_SPEED_TIME.rawValue] == nil)
    let late = try settings(HTTPRequest(.get, "https://a/"), remaining: .seconds(-3))
    #expect(late[LIBCURL_TIMEOUT_MS.rawValue] == .number(1))
    let media = try settings(HTTPRequest(.get, "https://a/", patience: .media), remaining: nil)
    #expect(media[LIBCURL_TIMEOUT_MS.rawValue] == .number(0))
    #expect(media[LIBCURL_LOW_SPEED_LIMIT.rawValue] == .number(256))
    #expect(media[LIBCURL_LOW_SPEED_TIME.rawValue] == .number(30))
    #expect(Patience.usual.total == .seconds(30))
    #expect(Patience.poll(.seconds(30)).total == .seconds(45))
    #expect(Patience.media.total == nil)
  }

  @Test("Milliseconds neither vanish nor overflow")
  func milliseconds() {
    #expect(Duration.zero.wholeMilliseconds == 1)
    #expect(Duration.nanoseconds(1).wholeMilliseconds == 1)
    #expect(Duration.milliseconds(1500).wholeMilliseconds == 1500)
    #expect(Duration.seconds(Int64.max).wholeMilliseconds == 1_000_000_000)
    #expect(Duration.seconds(Int64.min + 1).wholeMilliseconds == 1)
  }
}
