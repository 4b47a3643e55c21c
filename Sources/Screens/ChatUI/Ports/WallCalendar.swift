public import ChatDomain

/// Formats times in the user's time zone and style.
public nonisolated protocol WallCalendar: Sendable {
  /// The maximum number of columns a time takes.
  var timeWidth: Int { get }
  /// "09:12".
  func time(_ timestamp: Timestamp) -> String
  /// "Fri 20 Nov", with the year if it is not the current one.
  func day(_ timestamp: Timestamp, now: Timestamp) -> String
  /// "Fri" within a week, "20 Nov" for older days.
  func shortDay(_ timestamp: Timestamp, now: Timestamp) -> String
  /// The number of the day, counted from any origin: two times are on the same day if these are equal.
  func dayNumber(_ timestamp: Timestamp) -> Int
}
