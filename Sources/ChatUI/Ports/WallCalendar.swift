public import ChatDomain

/// The time as the person's clock on the wall has it.
public nonisolated protocol WallCalendar: Sendable {
  /// The columns that a time takes at most.
  var timeWidth: Int { get }
  /// "09:12".
  func time(_ timestamp: Timestamp) -> String
  /// "Fri 20 Nov", with the year where it is another one than now.
  func day(_ timestamp: Timestamp, now: Timestamp) -> String
  /// "Fri" within a week, "20 Nov" before that.
  func shortDay(_ timestamp: Timestamp, now: Timestamp) -> String
  /// Which day it is, counted from anywhere: two moments are of one day when these are the same.
  func dayNumber(_ timestamp: Timestamp) -> Int
}
