/// The loop, as the parts of the program see it.
protocol LoopControl: AnyObject {
  /// Requests a frame because something visible changed.
  func setNeedsFrame()
  /// Performs a change that affects only drafts: frames requested meanwhile redraw only those.
  func changeDrafts(_ change: () -> Void)
  /// Ends the program after the current events.
  ///
  /// - Parameter isHangUp: whether the terminal is gone, as opposed to the user quitting.
  func end(isHangUp: Bool)
  /// Ends this run of the program after the current events, because another one follows.
  func end(before next: NextRun)
  /// Performs an action once everything typed before it is saved, or the store has timed out.
  func afterSaving(_ action: @escaping () -> Void)
}
