extension StringProtocol {
  /// Whether it shows nothing: it is empty or consists of blanks.
  @inlinable
  package var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
