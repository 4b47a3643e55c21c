public import ChatDomain
public import Composer
public import TerminalScreen

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

/// Decodes the pictures in messages.
public nonisolated protocol PictureReader: Sendable {
  /// Why pictures cannot be decoded, as a sentence; nil if they can.
  var obstacle: String? { get }
  /// Decodes a picture and scales it down to fit into a size. Throws a sentence if the bytes are not a picture.
  func picture(in bytes: [UInt8], fitting size: PictureSize) async throws(ProgramError) -> Picture
}

/// Turns the connection off and on, if the service supports that: `/offline` and `/online`.
public nonisolated protocol ConnectionSwitch: Sendable {
  func setOffline(_ isOffline: Bool) async
}
