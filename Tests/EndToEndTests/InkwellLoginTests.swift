import Foundation
import Glibc
import LoopbackServer
import ProgramTerminal
import Testing

/// The password is requested before the screen starts, and the account opens only after signing in.
@Suite("Signing in to a server", .serialized)
struct InkwellLoginTests {
  let home = Scratch()
  let server: TestServer

  init() throws {
    server = try TestServer { connection, request in
      switch (request.method, request.target) {
      case ("GET", "/_matrix/client/versions"): connection.answer(text: #"{"versions":["v1.11"]}"#)
      case ("GET", "/_matrix/client/v3/login"):
        connection.answer(text: #"{"flows":[{"type":"m.login.password"}]}"#)
      case ("POST", "/_matrix/client/v3/login") where request.text.contains(#""password":"pässword""#):
        connection.answer(
          text:
            #"{"user_id":"@ann:localhost","access_token":"t0ken","device_id":"D","refresh_token":"r3fresh"}"#)
      case ("POST", "/_matrix/client/v3/login"): connection.answer(403, text: #"{"errcode":"M_FORBIDDEN"}"#)
      default: connection.answer(404, text: #"{"errcode":"M_UNRECOGNIZED"}"#)
      }
    }
  }

  private var command: [String] { [BuiltProgram.inkwell, "--login", "ann", "--server", server.url] }
  private var profile: String { ".local/state/inkwell/ann@127.0.0.1_\(server.port)" }
  private var question: String { "Password of ann at \(server.url):" }

  private func start() throws -> VirtualTerminal {
    let terminal = try VirtualTerminal(command, home: home)
    try terminal.until(question)
    return terminal
  }

  @Test("A password is not echoed, and the session is in a file that only the owner can read")
  func signsIn() throws {
    defer { server.stop() }
    let terminal = try start()
    #expect(!terminal.isCooked)
    try terminal.type(
      "pässwurd\u{7F}\u{7F}\u{7F}ord\r", until: "Press Enter to accept, or type another name:")
    #expect(terminal.shows("your other devices will see this one as Inkwell"))
    // Unlike the password, it is echoed and can be edited.
    try terminal.type("the traim\u{7F}n", until: "another name: the train")
    try terminal.type("\r")
    try terminal.until("the session is kept") { _ in home.text(of: "\(profile)/session.json") != nil }
    let session = try #require(home.text(of: "\(profile)/session.json"))
    #expect(session.contains("t0ken") && session.contains("r3fresh"))
    for (name, mode) in [("", 0o700), ("/session.json", 0o600)] {
      var status = stat()
      #expect(stat(home.file(profile + name), &status) == 0)
      #expect(status.st_mode & 0o777 == mode)
    }
    let output = terminal.output(after: 0)
    for secret in ["pässw", "t0ken", "r3fresh"] { #expect(!output.contains(secret)) }
  }

  @Test("A wrong password is asked for again; the third ends the program with status 77")
  func wrong() throws {
    defer { server.stop() }
    let terminal = try start()
    for attempt in 1...3 {
      try terminal.type("wrong\r")
      if attempt == 1 { try terminal.nameDevice() }
      try terminal.until("attempt \(attempt)") {
        $0.text.components(of: "the name or the password is wrong") == attempt
      }
    }
    #expect(try terminal.end() == 77)
    #expect(terminal.isCooked)
    #expect(home.files(in: ".local/state/inkwell").isEmpty)
  }

  @Test(
    "The terminal is restored however the prompt ends",
    arguments: [
      ("\u{3}", nil, 130), ("\u{15}\u{4}", nil, 130), ("", SIGTERM, 143), ("", SIGINT, 130),
      ("", SIGHUP, 129),
    ]
      as [(String, Int32?, Int32)])
  func ends(_ sample: (keys: String, signal: Int32?, status: Int32)) throws {
    defer { server.stop() }
    let terminal = try start()
    try terminal.type("half of it")
    try terminal.untilAtRest()
    try terminal.type(sample.keys)
    if let signal = sample.signal { terminal.send(signal) }
    #expect(try terminal.end() == sample.status)
    #expect(terminal.isCooked)
    #expect(terminal.shows("inkwell: not signed in"))
    #expect(!terminal.output(after: 0).contains("half"))
  }

  @Test(
    "Text typed during the request is not echoed, and the terminal is restored",
    arguments: [nil, SIGINT, SIGTERM, SIGHUP] as [Int32?])
  func silentBetween(signal: Int32?) throws {
    server.stop()
    let (asked, released) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let server = try TestServer { connection, request in
      switch (request.method, request.target) {
      case ("GET", "/_matrix/client/versions"): connection.answer(text: #"{"versions":["v1.11"]}"#)
      case ("GET", _): connection.answer(text: #"{"flows":[{"type":"m.login.password"}]}"#)
      default:
        asked.signal()
        released.wait()
        connection.answer(403, text: #"{"errcode":"M_FORBIDDEN"}"#)
      }
    }
    defer { server.stop() }
    let terminal = try VirtualTerminal(
      [BuiltProgram.inkwell, "--login", "ann", "--server", server.url], home: home)
    try terminal.until("Password of ann at")
    try terminal.type("wrong\r")
    try terminal.nameDevice()
    asked.wait()
    try terminal.type("typed ahead")
    if let signal {
      try terminal.type("\r")
      try terminal.untilLineIsTakenIn()
      terminal.send(signal)
      #expect(try terminal.end() == 128 + signal)
      released.signal()
    } else {
      released.signal()
      try terminal.until("asked again") { $0.text.components(of: "Password of ann at") == 2 }
      try terminal.type("\u{3}")
      #expect(try terminal.end() == 130)
    }
    #expect(terminal.isCooked)
    #expect(!terminal.output(after: 0).contains("ahead"))
  }

  @Test("A signal that ends the program silently also restores the terminal")
  func crash() throws {
    defer { server.stop() }
    let terminal = try start()
    terminal.send(SIGSEGV)
    #expect(try terminal.end() == 128 + SIGSEGV)
    #expect(terminal.isCooked)
  }

  @Test("C-z returns to the shell, and fg asks again")
  func stops() throws {
    defer { server.stop() }
    let tmux = try Tmux("login")
    try tmux.type("HOME='\(home.path)' \(command.joined(separator: " "))\n")
    try tmux.until(question)
    try tmux.type("pass\u{1A}", until: "the shell's prompt") { shown in
      shown.contains("Stopped")
        && shown.split(separator: "\n").last?.trimmingPrefix("$").allSatisfy { $0 == " " } == true
    }
    try tmux.type("echo $((6 * 7)) ; stty -a | grep -o -- '-\\?echo '\n")
    try tmux.until("the shell's answer") { $0.contains("\n42\necho") }
    try tmux.type("clear; fg\n")
    try tmux.until("the question again") { $0.contains(question) && !$0.contains("Stopped") }
    try tmux.type("pässword\n", until: "Press Enter to accept, or type another name:")
    try tmux.type("\n")
    try tmux.until("the session is kept") { _ in home.text(of: "\(profile)/session.json") != nil }
  }

  @Test("Without a terminal there is no prompt, and the server is not contacted")
  func noTerminal() throws {
    defer { server.stop() }
    let words = command.joined(separator: " ")
    let terminal = try VirtualTerminal(
      ["/bin/sh", "-c", "setsid -w \(words) </dev/null >'\(home.file("out"))' 2>&1; echo status $?"],
      home: home)
    _ = try terminal.end()
    #expect(terminal.shows("status 69"))
    #expect(
      home.text(of: "out") == "inkwell: the password can only be entered on a terminal, and there is none\n")
    #expect(server.accepted == 0)
  }

  @Test("Something that is not a Matrix server, or not a server, ends with status 69")
  func noServer() throws {
    let terminal = try start()
    server.stop()
    try terminal.type("pässword\r")
    try terminal.nameDevice()
    #expect(try terminal.end() == 69)
    #expect(terminal.shows("inkwell: 127.0.0.1 cannot be reached"))
    let other = try TestServer { connection, _ in connection.answer(text: "<html>") }
    defer { other.stop() }
    let second = try VirtualTerminal(
      [BuiltProgram.inkwell, "-l", "@ann:localhost", "--server=\(other.url)"], home: home)
    #expect(try second.end() == 69)
    #expect(second.shows("inkwell: \(other.url) is not a Matrix server"))
    // It would not be sent, so there is no prompt for it.
    #expect(!second.shows("Password"))
  }

  @Test("A server without passwords signs in through the browser, which returns by itself")
  func browser() throws {
    defer { server.stop() }
    let pages = try TestServer { connection, request in
      switch (request.method, request.target) {
      case ("GET", "/_matrix/client/versions"): connection.answer(text: #"{"versions":["v1.11"]}"#)
      case ("GET", _):
        connection.answer(text: #"{"flows":[{"type":"m.login.sso"},{"type":"m.login.token"}]}"#)
      case ("POST", "/_matrix/client/v3/login") where request.text.contains(#""token":"br0ught""#):
        connection.answer(text: #"{"user_id":"@ann:localhost","access_token":"t0ken","device_id":"D"}"#)
      default: connection.answer(403, text: #"{"errcode":"M_FORBIDDEN"}"#)
      }
    }
    defer { pages.stop() }
    #expect(mkfifo(home.file("page"), 0o600) == 0)
    let browser = home.write(
      "#!/bin/sh\nprintf %s \"$1\" >'\(home.file("page"))'\n", to: "browser", mode: 0o700)
    let terminal = try VirtualTerminal(
      ["/usr/bin/env", "BROWSER=\(browser)", BuiltProgram.inkwell, "--login", "ann", "--server", pages.url],
      home: home)
    try terminal.nameDevice()
    try terminal.until("Waiting for the browser")
    // The fake browser writes to this file.
    let page = try #require(home.text(of: "page"))
    #expect(
      page.hasPrefix(
        "\(pages.url)/_matrix/client/v3/login/sso/redirect?redirectUrl=http%3A%2F%2F127.0.0.1%3A"))
    let back = try #require(page.components(separatedBy: "redirectUrl=").last?.removingPercentEncoding)
    #expect(try LoopbackPage.get("\(back)?loginToken=br0ught").contains("Continue in the terminal"))
    let session = ".local/state/inkwell/ann@127.0.0.1_\(pages.port)/session.json"
    try terminal.until("the session is kept") { _ in home.text(of: session)?.contains("t0ken") == true }
    for secret in ["br0ught", "t0ken"] { #expect(!terminal.output(after: 0).contains(secret)) }
  }

  @Test(
    "C-x a switches to an account and back to the demo with its drafts; --logout ends the session"
  )
  func going() throws {
    defer { server.stop() }
    let first = try start()
    try first.type("pässword\r")
    try first.nameDevice()
    try first.until("the session is kept") { _ in home.text(of: "\(profile)/session.json") != nil }
    try first.until("the account is open") { $0.shows("ooking for your channels") }
    try first.type("\u{18}\u{3}")
    #expect(try first.end() == 0)

    let terminal = try VirtualTerminal.inkwell(home: home)
    try terminal.type("half a sentence")
    // Before that, the demo still loads its channels.
    try terminal.until("→ #general")
    try terminal.type("\u{18}a", until: "@ann:localhost")
    try terminal.type("ann\r", until: "the account is open") {
      $0.shows("ooking for your channels") && !$0.shows("Accounts")
    }
    try terminal.type("\u{18}a", until: "The demo")
    try terminal.type("demo\r")
    try terminal.until("the demo with its words") { $0.shows("→ #general", "half a sentence") }
    #expect(!terminal.isCooked)
    try terminal.type("\u{18}\u{3}")
    #expect(try terminal.end() == 0)
    #expect(terminal.isCooked)

    let leaving = try VirtualTerminal([BuiltProgram.inkwell, "--logout", "ann"], home: home)
    try leaving.until("Press Enter to sign out and keep")
    try leaving.type("\r")
    #expect(try leaving.end() == 0)
    #expect(leaving.shows("inkwell: @ann:localhost is signed out"))
    let session = try #require(home.text(of: "\(profile)/session.json"))
    #expect(!session.contains("t0ken") && !session.contains("r3fresh"))
    let again = try VirtualTerminal([BuiltProgram.inkwell, "--login", "ann"], home: home)
    try again.until("Password of ann")
    let nobody = try VirtualTerminal([BuiltProgram.inkwell, "--logout", "@bob:localhost"], home: home)
    #expect(try nobody.end() == 66)
    #expect(nobody.shows("inkwell: @bob:localhost was not signed in on this device"))
  }

  @Test("/login explains itself; C-c returns to the typed text and says so")
  func goingBack() async throws {
    let gate = try TestServer { _, _ in }
    defer {
      gate.stop()
      server.stop()
    }
    let terminal = try VirtualTerminal.inkwell(home: home)
    try terminal.type("half a sentence", until: "→ #general")
    try terminal.type("\u{18}a@bob:b.example \(gate.url)", until: "Sign in as @bob:b.example")
    try terminal.type("\r")
    #expect(await gate.arrivals.take().target == "/_matrix/client/versions")
    // After the screen is left, the output may start in the middle of a row.
    try terminal.until("what it does") {
      $0.output(after: 0).contains("asking \(gate.url) how to sign in …")
    }
    try terminal.type("\u{3}", until: "the demo with its words") {
      $0.shows("→ #general", "half a sentence", "Not signed in")
    }
    #expect(!terminal.isCooked)
    try terminal.type("\u{18}\u{3}")
    #expect(try terminal.end() == 0)
    #expect(terminal.isCooked)
  }

  @Test(
    "A failed sign-in is reported inside the program, also in line mode", arguments: [true, false])
  func fails(isPlain: Bool) throws {
    defer { server.stop() }
    let other = try TestServer { connection, _ in connection.answer(text: "<html>") }
    defer { other.stop() }
    let terminal = try VirtualTerminal(
      [BuiltProgram.inkwell] + (isPlain ? ["--plain"] : []), columns: 120, home: home)
    try terminal.until("general")
    try terminal.type("/login @bob:b.example \(other.url)\r", until: "Sign in as @bob:b.example")
    try terminal.type("\r")
    try terminal.until("the reason") { $0.shows("Not opened: \(other.url) is not a Matrix server") }
    try terminal.type("a", until: "the program goes on") { $0.text.contains("a") }
    try terminal.type("\u{18}\u{3}")
    #expect(try terminal.end() == 0)
  }

  @Test("The demo loads no network code")
  func demo() throws {
    let terminal = try VirtualTerminal.inkwell(home: home)
    defer { server.stop() }
    // The scratch folder is two levels below the root.
    let maps = try #require(home.text(of: "../../proc/\(terminal.process)/maps"))
    #expect(maps.contains("ncurses"))
    #expect(!maps.contains("libcurl") && !maps.contains("libssl") && !maps.contains("libcrypto"))
    #expect(home.files(in: ".local/state/inkwell").filter { !$0.hasPrefix(".") } == ["demo"])
  }

  @Test("C-c during a request ends the program")
  func interrupted() async throws {
    let gate = try TestServer { _, _ in }
    defer {
      gate.stop()
      server.stop()
    }
    let terminal = try VirtualTerminal(
      [BuiltProgram.inkwell, "-l", "ann", "--server=\(gate.url)"], home: home)
    #expect(await gate.arrivals.take().target == "/_matrix/client/versions")
    #expect(terminal.isCooked)
    try terminal.type("\u{3}")
    #expect(try terminal.end() == 128 + SIGINT)
  }
}

extension String {
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}

/// A page on loopback, requested as by a browser.
private enum LoopbackPage {
  static func get(_ address: String) throws -> String {
    let url = try #require(URL(string: address))
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(connection) }
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = in_port_t(try #require(url.port)).bigEndian
    place.sin_addr = in_addr(s_addr: in_addr_t(0x7F00_0001).bigEndian)
    let status = withUnsafePointer(to: &place) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    #expect(status == 0)
    let request = Array("GET \(url.path)?\(url.query ?? "") HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
    #expect(write(connection, request, request.count) == request.count)
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(connection, &buffer, buffer.count), count > 0 {
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
    return text
  }
}
