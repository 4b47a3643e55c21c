import ChatControllers
import ChatDomain

/// A file reader that blocks until it is released with a size or an error.
actor HeldFileReader: InputFileReader {
  private var isReleased = false
  private var isUnreadable = false
  private var asked: [CheckedContinuation<Void, Never>] = []
  private var held: [CheckedContinuation<Void, Never>] = []
  private var count = 0

  func untilAsked() async {
    if count == 0 { await withCheckedContinuation { asked.append($0) } }
  }

  /// The number of waiting callers.
  var heldCount: Int { held.count }

  func release(isUnreadable: Bool = false) {
    isReleased = true
    self.isUnreadable = isUnreadable
    for one in held { one.resume() }
    held = []
  }

  func size(ofFileAt path: String) async throws(ChatError) -> Int {
    count += 1
    for one in asked { one.resume() }
    asked = []
    if !isReleased { await withCheckedContinuation { held.append($0) } }
    if isUnreadable { throw .refused(.fileUnreadable(name: path)) }
    return 1
  }

  func bytes(ofFileAt path: String, in range: Range<Int>) async throws(ChatError) -> [UInt8] {
    Array(repeating: 7, count: range.count)
  }
}
