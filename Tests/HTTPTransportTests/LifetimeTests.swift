import Foundation
import LoopbackServer
import Testing

@testable import HTTPTransport

@Suite("The lifetime of library and thread")
struct LifetimeTests {
  @Test("Without libcurl the first request names the missing package")
  func missing() async {
    let transport = CurlTransport(library: "/nonexistent/libcurl.so.4")
    let request = HTTPRequest(.get, "http://localhost:1/")
    for _ in 0..<2 {
      let failure = await transport.failure(of: request)
      #expect(failure == .libraryMissing(.notInstalled))
      #expect(
        failure?.description
          == "talking to a server needs libcurl, which is not installed: the Debian package is libcurl4")
    }
    await transport.close()
    #expect(await transport.failure(of: request) == .closed)
  }

  @Test("A library that is not libcurl is recognised")
  func unfit() async {
    let transport = CurlTransport(library: "libc.so.6")
    #expect(
      await transport.failure(of: HTTPRequest(.get, "http://localhost:1/")) == .libraryMissing(.tooOld))
  }

  @Test("Nothing is loaded before the first request")
  func lazy() async {
    await #expect(processExitsWith: .success) {
      func isLoaded() -> Bool { dlopen("libcurl.so.4", RTLD_LAZY | RTLD_NOLOAD) != nil }
      let transport = CurlTransport()
      guard !transport.isRunning, !isLoaded() else { exit(1) }
      _ = await transport.failure(of: HTTPRequest(.get, "http://localhost:1/"))
      exit(transport.isRunning && isLoaded() ? 0 : 2)
    }
  }

  @Test("OpenSSL, which libcurl loads, still works for other threads while the process exits")
  func exiting() async {
    await #expect(processExitsWith: .exitCode(3)) {
      // Registered first, so that it runs after what the libraries would register.
      atexit {
        typealias Fetch =
          @convention(c) (OpaquePointer?, UnsafePointer<CChar>, OpaquePointer?) -> OpaquePointer?
        guard let library = dlopen("libcrypto.so.3", RTLD_LAZY | RTLD_NOLOAD),
          let address = dlsym(library, "EVP_MD_fetch")
        else { _exit(1) }
        _exit(unsafeBitCast(address, to: Fetch.self)(nil, "SHA256", nil) == nil ? 2 : 3)
      }
      _ = await CurlTransport().failure(of: HTTPRequest(.get, "http://localhost:1/"))
      exit(0)
    }
  }

  @Test("Plain HTTP bypasses the proxy of the environment, HTTPS does not")
  func proxy() async {
    await #expect(processExitsWith: .success) {
      let proxy = try TestServer { connection, _ in connection.answer(403) }
      let server = try TestServer { connection, _ in connection.answer(text: "direct") }
      for name in ["http_proxy", "https_proxy", "all_proxy"] { setenv(name, proxy.url, 1) }
      unsetenv("no_proxy")
      unsetenv("NO_PROXY")
      let transport = CurlTransport()
      let direct = try await transport.answer(to: HTTPRequest(.get, server.url))
      guard direct.text == "direct", proxy.accepted == 0 else { exit(1) }
      let secret = [HTTPField("Authorization", "Bearer t0ken")]
      let failure = await transport.failure(of: HTTPRequest(.post, "https://chat.example/", fields: secret))
      guard failure == .cannotConnect(host: "chat.example") else { exit(2) }
      let request = await proxy.arrivals.take()
      guard request.method == "CONNECT", request.target == "chat.example:443" else { exit(3) }
      exit(request.values(of: "authorization").isEmpty ? 0 : 4)
    }
  }

  @Test("A transport without requests closes at once and accepts no more")
  func unused() async {
    let transport = CurlTransport()
    await transport.close()
    await transport.close()
    #expect(!transport.isRunning)
    #expect(await transport.failure(of: HTTPRequest(.get, "http://localhost:1/")) == .closed)
  }

  @Test("Closing completes requests with effects and cancels the rest")
  func closing() async throws {
    let ended = Mailbox<Bool>()
    let transport = CurlTransport(abreast: 2, library: "libcurl.so.4") { ended.put(true) }
    let gate = Gate()
    let server = try TestServer { connection, _ in
      gate.pass()
      connection.answer(text: "done")
    }
    defer { server.stop() }
    async let effect = transport.answer(to: HTTPRequest(.post, server.url))
    _ = await server.arrivals.take()
    async let reading = transport.failure(of: HTTPRequest(.get, server.url))
    _ = await server.arrivals.take()
    async let waiting = transport.failure(of: HTTPRequest(.post, server.url))
    async let closed: Void = transport.close(within: .seconds(600))
    #expect(await reading == .closed)
    #expect(await waiting == .closed)
    gate.open()
    #expect(try await effect.text == "done")
    await closed
    #expect(await ended.take())
    #expect(!transport.isRunning)
    #expect(server.arrivals.isEmpty)
  }

  @Test("A time limit ends closing, and sent requests may have been done")
  func bound() async throws {
    let transport = CurlTransport()
    let server = try TestServer { _, _ in }
    defer { server.stop() }
    async let effect = transport.failure(of: HTTPRequest(.post, server.url))
    _ = await server.arrivals.take()
    await transport.close(within: .milliseconds(20))
    #expect(await effect == .interrupted(.sent))
  }

  @Test("The thread ends with the transport")
  func forgotten() async throws {
    let ended = Mailbox<Bool>()
    let server = try TestServer { connection, _ in connection.answer() }
    defer { server.stop() }
    do {
      let transport = CurlTransport(library: "libcurl.so.4") { ended.put(true) }
      _ = try await transport.answer(to: HTTPRequest(.get, server.url))
    }
    #expect(await ended.take())
  }

  @Test("A pending request keeps the transport alive for its answer")
  func temporary() async throws {
    let server = try TestServer { connection, _ in connection.answer(text: "yes") }
    defer { server.stop() }
    #expect(try await CurlTransport().answer(to: HTTPRequest(.get, server.url)).text == "yes")
  }
}
