import ChatControllers
import ChatDomain

/// Reads the files that `TestFiles` lists.
nonisolated struct TestFileReader: InputFileReader {
  /// A file that is not there, which is known only after a while.
  static let lateFailure = "/far/gone.txt"

  func size(ofFileAt path: String) async throws(ChatError) -> Int {
    if path == Self.lateFailure { await Task.yield() }
    guard let size = await TestFiles().size(ofFile: path) else {
      throw .refused(.fileUnreadable(name: path))
    }
    return size
  }

  func bytes(ofFileAt path: String, in range: Range<Int>) async throws(ChatError) -> [UInt8] {
    let size = try await size(ofFileAt: path)
    return Array(repeating: 7, count: range.clamped(to: 0..<size).count)
  }
}
