extension StringProtocol {
  /// Whether it shows nothing: it is empty, or blanks are all there is.
  @inlinable
  package var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
