/// A message as one line of text, for sending and storing only.
///
/// Words are written as they are; a link is `[words](pn-user://id)`, `[words](pn-channel://id)` or `[words](address)`.
///
/// | where | what is escaped |
/// |---|---|
/// | words of a link | `\` and `]` |
/// | target of a link | `\` and `)`; an address that reads like a person or a channel has one `\` in front |
/// | plain words | a `[` that would begin a link, and then the backslashes directly in front of it |
///
/// `parse(render(elements))` gives back every normalised list of elements byte for byte, and both take time in
/// proportion to their input, even if it is hostile.
public enum MessageMarkup {
  /// The prefix of a person's target.
  static var userScheme: StaticString { "pn-user://" }
  /// The prefix of a channel's target.
  static var channelScheme: StaticString { "pn-channel://" }
}
