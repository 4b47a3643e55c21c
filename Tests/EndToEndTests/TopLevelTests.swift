import Glibc
import ProgramTerminal
import Testing

@Suite("The libraries in another package", .serialized)
struct TopLevelTests {
  /// Compiles the package in `Tests/TopLevel` against the modules built for these tests: a separate build would
  /// compile all libraries again.
  @Test("Top-level code awaits each call, and the variants with a handler answer")
  func topLevel() throws {
    let built = BuiltProgram.inkwell.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(
        separator: "/")
    // Only current targets: the folder may contain objects of removed source files.
    let targets = "ChatControllers|ChatDomain|ChatPlatform|ChatSync|DraftEngine|FileSystem|InMemoryService"
    let objects =
      "$(grep -E '/(\(targets)).build/' '\(built)/inkwell.product/Objects.LinkFileList' | tr -d \"'\")"
    let home = Scratch()
    let sources =
      #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
      .joined(separator: "/") + "/TopLevel/Sources/TopLevel/main.swift"
    let terminal = try VirtualTerminal(
      [
        "/bin/sh", "-c",
        "cd '\(home.path)'; swiftc -swift-version 6 -warnings-as-errors -I '\(built)/Modules' '\(sources)' \(objects) -o program && ./program; echo status $?",
      ], home: home, environment: ["PATH": getenv("PATH").map { String(cString: $0) } ?? ""])
    _ = try terminal.end()
    #expect(
      terminal.shows(
        "async: [\"not sent\"] 0", "send: true", "createNewMessage:", "loadDraftMessages: 0", "status 0"),
      "\(terminal.text)")
  }
}
