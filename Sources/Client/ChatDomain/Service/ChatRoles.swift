/// What people are to channels, and what follows from it.
public protocol ChatRoles: Sendable {
  /// Why the user may not do something in a channel, as far as that is known without a request; nil if they may, or if
  /// it is not known. The service refuses it for this reason before anything of it leaves the device.
  func refusal(of act: ChannelAct, in id: ChannelID) -> ChatError.Refusal?
}
