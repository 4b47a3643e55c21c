/// The error type that the connections of a target throw, made from the errors of SQLite or the system.
package protocol DatabaseFault: Error {
  /// SQLite's message with its extended code, and the system's error, which is 0 if there was none.
  static func sqlite(code: Int32, errno: Int32, message: String) -> Self
  /// The system's error for a file.
  static func system(errno: Int32, path: String) -> Self
}
