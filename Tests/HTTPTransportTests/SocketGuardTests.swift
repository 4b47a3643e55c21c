import CCurl
import LoopbackServer
import Testing

@Suite("The final check of the address")
struct SocketGuardTests {
  /// 0.0.0.0 leads to this computer, but is not a loopback address.
  @Test(
    "If only loopback is allowed, no socket to another address is opened",
    arguments: [
      ("127.0.0.1", true, LIBCURL_OK), ("0.0.0.0", false, LIBCURL_OK),
      ("0.0.0.0", true, LIBCURL_COULDNT_CONNECT),
    ])
  func addresses(host: String, onlyLoopback: Bool, expected: libcurl_code) throws {
    let server = try TestServer { connection, _ in connection.answer() }
    defer { server.stop() }
    #expect(libcurl_load("libcurl.so.4") == LIBCURL_LOADED)
    let multi = try #require(libcurl_multi_make(1))
    let easy = try #require(libcurl_easy_make())
    defer {
      _ = libcurl_multi_remove(multi, easy)
      libcurl_easy_free(easy)
      libcurl_multi_free(multi)
    }
    #expect(libcurl_set_text(easy, LIBCURL_URL, "http://\(host):\(server.port)/") == LIBCURL_OK)
    #expect(libcurl_set_text(easy, LIBCURL_PROXY, "") == LIBCURL_OK)
    #expect(libcurl_guard_sockets(easy, onlyLoopback ? 1 : 0) == LIBCURL_OK)
    #expect(libcurl_multi_add(multi, easy) == 0)
    var code = LIBCURL_OK
    repeat { _ = libcurl_multi_perform(multi) } while libcurl_multi_take_ended(multi, &code) == nil
    #expect(code == expected)
    #expect(server.accepted == (expected == LIBCURL_OK ? 1 : 0))
  }
}
