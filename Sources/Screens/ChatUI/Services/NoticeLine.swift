import Composer

/// The notice in the last line, which stays until the next key.
final class NoticeLine {
  private(set) var current: Notice?
  /// The notice that an action can be undone, shown only while that is true, and its current text.
  private var takeBack: (notice: Notice, now: () -> Notice)?
  /// Called when a key clears the line.
  var onClear: () -> Void = {}

  func show(_ notice: Notice) { current = notice }

  /// Declares that the next notice says that an action can be undone.
  ///
  /// - Parameter now: returns the notice with the remaining time.
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
