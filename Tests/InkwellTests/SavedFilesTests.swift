import ChatUI
import Composer
import Foundation
import Testing

@testable import inkwell

@Suite("Saving files") struct SavedFilesTests {
  private let home = FileManager.default.temporaryDirectory.path + "/inkwell-home-\(UUID())"
  private let downloads = DownloadedFiles(caches: nil)
  private let name = FileName("notes.txt")

  init() throws {
    try FileManager.default.createDirectory(atPath: home + "/plans", withIntermediateDirectories: true)
  }

  private func clean() throws { try FileManager.default.removeItem(atPath: home) }

  private func names(in folder: String = "plans") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(home)/\(folder)").sorted()
  }

  private func place(_ path: String) async throws -> SavingPlace {
    try await downloads.place(at: path, for: name)
  }

  private func refusal(of path: String) async -> String? {
    do {
      _ = try await place(path)
      return nil
    } catch {
      return (error as? ProgramError)?.sentence
    }
  }

  private func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  private func text(of path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test("A path to a folder is completed with the file's name; other paths are used as given")
  func paths() async throws {
    let notes = SavingPlace(path: home + "/plans/notes.txt")
    for path in ["/plans", "/plans/", "/plans/notes.txt", "/plans//notes.txt", "/plans/../plans"] {
      let found = try await place(home + path)
      #expect(found == notes || path.contains("..") && found.path.hasSuffix("plans/notes.txt"), "\(path)")
    }
    #expect(try await place(home + "/plans/.other") == SavingPlace(path: home + "/plans/.other"))
    #expect(
      try await place("Package.swift").path == FileManager.default.currentDirectoryPath + "/Package.swift")
    try clean()
  }

  @Test("If a file cannot be saved, a message says why")
  func refusals() async throws {
    try write("there", to: home + "/plans/file")
    mkfifo(home + "/plans/pipe", 0o600)
    #expect(await refusal(of: home + "/nowhere/x") == "there is no folder \(home)/nowhere")
    #expect(await refusal(of: home + "/nowhere/") == "there is no folder \(home)/nowhere")
    #expect(await refusal(of: home + "/plans/file/x") == "there is no folder \(home)/plans/file")
    #expect(
      await refusal(of: home + "/plans/pipe")
        == "\(home)/plans/pipe exists, and is not a file that can be replaced")
    let long = await refusal(of: home + "/plans/" + String(repeating: "x", count: 300))
    #expect(long?.hasSuffix("cannot be the name: File name too long") == true)
    // Root can write anywhere.
    if getuid() != 0 {
      chmod(home + "/plans", 0o500)
      #expect(
        await refusal(of: home + "/plans/x") == "no file can be written in \(home)/plans: Permission denied")
      chmod(home + "/plans", 0o700)
    }
    try clean()
  }

  @Test(
    "A partial file has a hidden name and replaces the old one when whole, with its permissions"
  )
  func replaces() async throws {
    let path = home + "/plans/notes.txt"
    try write("before", to: path)
    chmod(path, 0o640)
    let found = try await place(path)
    #expect(found.isTaken)
    let file = try await downloads.begin(found)
    try await file.append(Array("after".utf8))
    #expect(try text(of: path) == "before")
    #expect(try names().count == 2 && names()[0].hasPrefix("."))
    #expect(try await file.finish() == path)
    #expect(try text(of: path) == "after" && names() == ["notes.txt"] && mode(of: path) == 0o640)
    let given = try await downloads.begin(try await place(path))
    try await given.append([1])
    await given.discard()
    #expect(try text(of: path) == "after" && names() == ["notes.txt"])
    try clean()
  }

  @Test("A file created after the question is not replaced, and no partial file is left")
  func meanwhile() async throws {
    let path = home + "/plans/notes.txt"
    let file = try await downloads.begin(try await place(path))
    try write("another's", to: path)
    await #expect(throws: ProgramError("\(path) now exists, and is not replaced")) {
      try await file.finish()
    }
    await file.discard()
    #expect(try text(of: path) == "another's" && names() == ["notes.txt"])
    try clean()
  }

  @Test("A link itself is replaced, not its target, even if that is missing")
  func links() async throws {
    let path = home + "/plans/link"
    for target in ["there", "not there"] {
      if target == "there" { try write("kept", to: home + "/there") }
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "\(home)/\(target)")
      let found = try await place(path)
      #expect(found.isTaken)
      let file = try await downloads.begin(found)
      try await file.append(Array("new".utf8))
      #expect(try await file.finish() == path && text(of: path) == "new")
      #expect(!FileManager.default.fileExists(atPath: home + "/not there"))
      try FileManager.default.removeItem(atPath: path)
    }
    #expect(try text(of: home + "/there") == "kept")
    try clean()
  }

  @Test("The usual folder is the desktop's, then ~/Downloads, then the home folder")
  func usual() async throws {
    let home = home
    func usual(_ variables: [String: String] = [:]) -> String {
      SavedFiles { variables[$0] ?? ($0 == "HOME" ? home : nil) }.usualFolder
    }
    #expect(usual() == home)
    try FileManager.default.createDirectory(atPath: home + "/Downloads", withIntermediateDirectories: true)
    #expect(usual() == home + "/Downloads")
    try FileManager.default.createDirectory(atPath: home + "/.config", withIntermediateDirectories: true)
    for (value, expected) in [
      ("$HOME/plans", "/plans"), ("\(home)/plans/", "/plans"), ("$HOME/", ""),
      ("$HOME/nowhere", "/Downloads"),
      ("", "/Downloads"),
    ] {
      try write(
        "# written by the desktop\nXDG_DESKTOP_DIR=\"$HOME\"\nXDG_DOWNLOAD_DIR=\"\(value)\"\n",
        to: home + "/.config/user-dirs.dirs")
      #expect(usual() == home + expected, "\(value)")
    }
    #expect(usual(["HOME": "", "XDG_CONFIG_HOME": ""]) == ".")
    try clean()
  }
}
