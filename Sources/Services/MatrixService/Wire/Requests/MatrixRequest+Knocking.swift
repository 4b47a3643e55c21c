public import ChatDomain
import JSON

/// Asking to be let into rooms, and answering those who ask.
extension MatrixRequest {
  /// - Parameters:
  ///   - reason: why; nil: none is said.
  ///   - servers: those that may help to get in.
  public static func knock(
    on room: ChannelID, reason: String?, via servers: [String] = []
  ) -> MatrixRequest {
    MatrixRequest(
      .post, ["knock", room.rawValue], query: servers.map { Parameter(name: "via", value: $0) },
      body: .object { if let reason { $0.member("reason", reason.withoutNUL) } }, rateClass: .joining)
  }

  /// Also turns away somebody who asks to be let in.
  public static func kick(_ user: UserID, from room: ChannelID) -> MatrixRequest {
    MatrixRequest(
      .post, ["rooms", room.rawValue, "kick"], body: .object { $0.member("user_id", user.rawValue) })
  }

  /// Those who ask to be let in, all at once.
  public static func knocks(on room: ChannelID) -> MatrixRequest {
    MatrixRequest(
      .get, ["rooms", room.rawValue, "members"], query: [Parameter](["membership": "knock"]))
  }
}
