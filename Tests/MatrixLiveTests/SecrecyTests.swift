import ChatDomain
import Foundation
import Glibc
import JSON
import ProgramTerminal
import Testing

extension LiveTests {
  /// The credentials of an account are in one file, and nowhere else that the program writes.
  @Suite("Passwords and tokens")
  struct SecrecyTests {
    @Test(
      "No file, log, argument, variable or core dump of a full run contains them, except the token file")
    func everywhere() async throws {
      let server = try LiveServer.here()
      let (ann, ben) = (try await server.person("ann"), try await server.person("ben"))
      try await server.room("cabin", of: ann, inviting: [ben])
      let desk = Scratch()
      var secrets: Set = [Person.password, "wrong horse"]

      // Signed in after a wrong password, with full logging.
      let first = try start(ann, on: desk)
      try first.until(ann.question)
      try first.type("wrong horse\r")
      try first.nameDevice()
      try first.until("the question once more") {
        $0.shows("the name or the password is wrong") && $0.text.ranges(of: ann.question).count > 1
      }
      try first.type("\(Person.password)\r")
      try first.untilOnline()
      try first.until("→ #cabin")
      secrets.formUnion(try tokens(of: ann, on: desk))

      // Several kinds of requests.
      try first.send("the key is under the mat")
      try first.untilSaid("the key is under the mat")
      try first.send("/attach \(desk.write("rope, lamp, matches", to: "list.txt"))")
      try first.until("list.txt")
      try first.send("what we need")
      try first.untilSaid("what we need", "list.txt")
      try first.send("/search mat")
      try first.until("the key is under the")
      try first.type(Keys.escape)
      try first.type("a draft, ")
      try first.until("┤ a draft,")
      try first.type("\u{18}\u{5}")
      try first.until("what the editor added") { $0.shows("│ a draft,", "┤ from the editor") }
      check(process: first.process, for: secrets)

      // Crashed.
      first.send(SIGABRT)
      #expect(try first.end() == 128 + SIGABRT)
      #expect(!first.hasDumpedCore)
      try check(desk, of: ann, for: secrets)

      // Reopened without a password, then signed out.
      let second = try start(ann, on: desk)
      try second.untilOnline()
      try second.until("the draft") { $0.shows("│ a draft,", "┤ from the editor") }
      secrets.formUnion(try tokens(of: ann, on: desk))
      check(process: second.process, for: secrets)
      for terminal in [first, second] { expectNone(of: secrets, in: terminal.output, "the terminal") }
      try second.type("\u{3}")
      try second.until("Put aside")
      try second.send("/logout")
      try second.until("Sign out")
      try second.listen(for: 400)
      try second.type(Keys.enter)
      #expect(try second.end() == 0)
      try check(desk, of: ann, for: secrets, isSignedOut: true)
    }

    @Test(
      "Of an encrypted room the server has no word, and this device none outside of the profile; keys stay in their files"
    )
    func encrypted() async throws {
      let server = try LiveServer.here()
      let room = try await EncryptedRoom("cabin", at: server)
      let (ann, desk) = (room.ann, Scratch())
      let terminal = try start(ann, on: desk)
      try terminal.until(ann.question)
      try terminal.type("\(Person.password)\r")
      try terminal.nameDevice()
      try terminal.untilOnline()
      try terminal.until("→ #cabin")
      try terminal.enter(recoveryKey: room.recoveryKey)
      let words = [
        "marmalade", "quince", "elderberry", "gooseberry", "damson", "medlar", "mulberry", "rowanberry",
        "sloe-gin.txt",
      ]

      try terminal.send("the marmalade is ready")
      try terminal.untilSaid("the marmalade is ready")
      try await room.ben.until("the message") {
        try await room.ben.said(in: room.id).last == "the marmalade is ready"
      }
      let answer = try await room.ben.say("and the quince", in: room.id)
      try await room.ben.say("elderberry as well", in: room.id, under: answer.id)
      try terminal.untilSaid("and the quince", "1 reply")
      let file = desk.write("damson and medlar", to: "sloe-gin.txt")
      try terminal.send("/attach \(file)")
      try terminal.until("sloe-gin.txt")
      try terminal.send("with gooseberry")
      try terminal.untilSaid("with gooseberry", "sloe-gin.txt")
      try terminal.type(Keys.up)
      try terminal.until("the edit") { $0.shows("editing") }
      try terminal.type(" and rowanberry\r")
      try terminal.untilSaid("with gooseberry and rowanberry")
      try await room.ben.until("the edit") {
        try await room.ben.said(in: room.id).last == "with gooseberry and rowanberry"
      }
      try terminal.send("/search marmalade")
      try terminal.until("the result") { $0.count(of: "marmalade is ready") > 1 }
      try terminal.type(Keys.escape)
      try terminal.type("never sent: mulberry")
      try terminal.until("┤ never sent: mulberry")
      try terminal.type(Keys.leave)
      #expect(try terminal.end() == 0)
      await room.close()

      #expect(try traces(of: words, below: server.folder).map(\.file) == [])
      let found = try traces(of: words, below: desk.path)
      let elsewhere = found.filter { !$0.file.hasPrefix("\(ann.profile)/") && $0.file != "sloe-gin.txt" }
      #expect(elsewhere.map(\.file) == [])
      // The address of a file, of which the key is a part, is in the log without it.
      let log = try #require(desk.text(of: "log"))
      #expect(log.contains("uploaded, is mxc://") && !log.contains(/mxc:[^ ]*#/))
      // What is searched for is what was written.
      #expect(Set(found.map(\.text)).isSuperset(of: words.dropLast()))
      let keyFile = try #require(desk.files(in: ann.profile).first { $0 == "keys.secret" })
      let key = try #require(FileManager.default.contents(atPath: desk.file("\(ann.profile)/\(keyFile)")))
      #expect(key.count >= 32)
      let secrets = [
        Data(room.recoveryKey.utf8), Data(room.recoveryKey.filter { $0 != " " }.utf8), key.suffix(32),
      ]
      for folder in [desk.path, server.folder] {
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) where !name.hasSuffix(keyFile)
        {
          guard let contents = FileManager.default.contents(atPath: "\(folder)/\(name)") else { continue }
          #expect(secrets.allSatisfy { contents.range(of: $0) == nil }, "a key is in \(name)")
        }
      }
      try check(desk, of: ann, for: Set(tokens(of: ann, on: desk) + [Person.password]))
      expectNone(of: [room.recoveryKey], in: terminal.output, "the terminal")
    }

    /// Starts the program with a log and with core dumps enabled.
    private func start(_ person: Person, on desk: Scratch) throws -> VirtualTerminal {
      desk.makeFolders(desk.file("\(person.profile)"))
      desk.makeFile(desk.file("\(person.profile)/toured"))
      desk.makeFolders(desk.file("tmp"))
      let editor = desk.editor("printf 'from the editor' >> \"$1\"")
      let command =
        "ulimit -c unlimited; cd \"$HOME\"; exec '\(BuiltProgram.inkwell)' --login \(person.name) "
        + "--server \(person.server.url) --log-file \"$HOME/log\" --log-level debug"
      return try VirtualTerminal(
        ["/bin/sh", "-c", command], columns: 100, rows: 30, home: desk,
        environment: ["EDITOR": editor, "TMPDIR": desk.file("tmp")])
    }

    /// The tokens in the session file.
    private func tokens(of person: Person, on desk: Scratch) throws -> [String] {
      let text = try #require(desk.text(of: "\(person.profile)/session.json"))
      let session = try JSONDocument(Array(text.utf8)).root
      let access = try #require(session["access_token"]?.string)
      #expect(access.count > 20)
      return [access] + (session["refresh_token"]?.string.map { [$0] } ?? [])
    }

    /// Searches every file below a home folder.
    private func check(
      _ desk: Scratch, of person: Person, for secrets: Set<String>, isSignedOut: Bool = false
    ) throws {
      let names = try FileManager.default.subpathsOfDirectory(atPath: desk.path)
      let session = "\(person.profile)/session.json"
      #expect(names.contains(session) && names.contains("log") && names.contains { $0.hasSuffix("store.db") })
      for name in names {
        let path = desk.file(name)
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
        #expect(name.split(separator: "/").last?.hasPrefix("core") != true, "a core: \(name)")
        if name == session { #expect(status.st_mode & 0o777 == 0o600) }
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        // The session file contains the tokens until the person signs out.
        let forbidden = name == session && !isSignedOut ? [Person.password, "wrong horse"] : secrets
        expectNone(of: forbidden, in: bytes, name)
      }
    }

    /// Checks the arguments and the environment of a process, which its children inherit.
    private func check(process: pid_t, for secrets: Set<String>) {
      for name in ["cmdline", "environ", "status"] {
        guard let contents = FileManager.default.contents(atPath: "/proc/\(process)/\(name)") else {
          continue
        }
        expectNone(of: secrets, in: [UInt8](contents), name)
      }
    }

    private func expectNone(
      of secrets: Set<String>, in bytes: [UInt8], _ place: String,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let data = Data(bytes)
      for secret in secrets where data.range(of: Data(secret.utf8)) != nil {
        Issue.record("\(place) has \(secret.prefix(4))…", sourceLocation: sourceLocation)
      }
    }
  }
}
