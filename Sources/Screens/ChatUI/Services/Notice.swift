/// A notice to the user in the last line. It begins with a capital and has no full stop at its end, also where it is the
/// reason of an error, which follows a colon elsewhere.
public nonisolated struct Notice: Hashable, Sendable {
  public enum Tone: Hashable, Sendable { case quiet, good, warning, error }

  public let text: String
  public let tone: Tone

  public init(_ text: String, _ tone: Tone = .quiet) {
    let words = text.hasSuffix(".") && !text.hasSuffix("..") ? text.dropLast() : text[...]
    self.text =
      words.first?.isLowercase == true ? words.prefix(1).uppercased() + words.dropFirst() : String(words)
    self.tone = tone
  }
}

/// The notice in the last line, which stays until the next key.
final class NoticeLine {
  private(set) var current: Notice?
  /// The notice that an action can be undone, shown only while that is true, and its current text.
  private var takeBack: (notice: Notice, now: () -> Notice)?
  /// Called when the next key has cleared it.
  var onClear: () -> Void = {}

  func show(_ notice: Notice) { current = notice }

  /// Declares that the next notice says that an action can be undone.
  ///
  /// - Parameter now: the current text, as the time is counted down.
  func expectTakeBack(_ notice: Notice, now: @escaping () -> Notice) { takeBack = (notice, now) }

  /// Updates the countdown in the notice that an action can be undone.
  func countDown() {
    guard let takeBack, current == takeBack.notice else { return }
    self.takeBack?.notice = takeBack.now()
    current = self.takeBack?.notice
  }

  /// Removes the notice that an action can be undone, because it no longer can.
  func nothingToTakeBack() {
    if current != nil, current == takeBack?.notice { current = nil }
    takeBack = nil
  }

  func clear() {
    if current != nil { current = nil }
    onClear()
  }
}
