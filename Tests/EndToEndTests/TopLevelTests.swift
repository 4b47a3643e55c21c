import Glibc
import ProgramTerminal
import Testing

@Suite("The libraries in another package", .serialized)
struct TopLevelTests {
  /// The package in `Tests/TopLevel`, compiled against the modules that were built for these tests: a build of its own would
  /// compile all libraries once more.
  @Test("Top-level code awaits each call, and the variants with a handler answer")
  func topLevel() throws {
    let built = BuiltProgram.inkwell.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(
        separator: "/")
    // What the program is linked of: an object of a source file that is gone may still be in the folder.
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
