import FileSystem
import Foundation
import Testing

@Suite("Folders")
final class FolderTests {
  private let root = FileManager.default.temporaryDirectory.path + "/inkwell-folder-\(UUID())"

  init() throws { try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true) }

  deinit {
    do { try FileManager.default.removeItem(atPath: root) } catch { Issue.record("\(root) stays: \(error)") }
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test(
    "A folder is created with its parents, private to the user; existing ones stay",
    arguments: ["", "/", "//"])
  func make(end: String) throws {
    try FileManager.default.createDirectory(
      atPath: root + "/a", withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    try Folder("\(root)/a//b/c\(end)").make()
    try Folder("\(root)/a//b/c\(end)").make()
    #expect(try mode(root + "/a") == 0o755 && mode(root + "/a/b") == 0o700 && mode(root + "/a/b/c") == 0o700)
  }

  @Test("An obstacle is named")
  func inTheWay() throws {
    try Data().write(to: URL(filePath: root + "/file"))
    let fault = SystemFault(code: ENOTDIR, path: root + "/file/a")
    #expect(throws: fault) { try Folder(root + "/file/a/b").make() }
    #expect(fault.description == "\(root)/file/a: Not a directory")
  }

  @Test(
    "An existing folder is usable in a read-only parent, and the first missing one is named")
  func readOnly() throws {
    // Not even root can create a folder here.
    try Folder("/proc/self").make()
    #expect(throws: SystemFault.self) { try Folder("/proc/self/none/below").make() }
    do throws(SystemFault) { try Folder("/proc/self/none/below").make() } catch {
      #expect(error.path == "/proc/self/none")
    }
  }

  @Test("Contents are listed, and folders are recognised, also through links")
  func entries() throws {
    try Folder(root + "/sub").make()
    try Data().write(to: URL(filePath: root + "/.hidden"))
    try FileManager.default.createSymbolicLink(atPath: root + "/link", withDestinationPath: root + "/sub")
    try FileManager.default.createSymbolicLink(atPath: root + "/lost", withDestinationPath: "nowhere")
    let folder = Folder(root)
    #expect(folder.names.sorted() == [".hidden", "link", "lost", "sub"])
    #expect(folder.entries.filter(\.isFolder).map(\.name).sorted() == ["link", "sub"])
    #expect(folder.entries.allSatisfy { $0.path == "\(root)/\($0.name)" })
    #expect(Folder(root + "/none").entries.isEmpty && Folder(root + "/.hidden").entries.isEmpty)
  }
}
