/// What stands before a symbol and keeps it from being a trigger: an address or code.
///
/// Belongs to one text. Asked about symbols in ascending order it reads the text once, however many there are.
struct TriggerContext {
  private var addresses = TypedAddresses()
  private var spans = CodeSpans()
  private var blocks = CodeBlocks()

  /// Whether the symbol at a UTF-8 offset is neither in an address nor in code.
  mutating func admits(_ symbol: Int, in text: String) -> Bool {
    !addresses.reach(symbol, in: text) && !spans.cover(symbol, in: text)
      && !blocks.cover(symbol, in: text.utf8.span)
  }
}
