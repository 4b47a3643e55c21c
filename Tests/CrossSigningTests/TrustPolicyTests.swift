import CrossSigning
import Testing

@Suite("Whom keys go to, and what is shown")
struct TrustPolicyTests {
  /// A row for each state of a device; columns are the states of an identity in the order of `IdentityState.allCases`:
  /// absent, known, verified, changed, lost, hidden. s share, u unverified, b blacklisted, X the room is blocked.
  static let deliveries: [(DeviceState, String)] = [
    (.signed, "u s s X X u"),
    (.unsigned, "u u u X X u"),
    (.excepted, "s s s X X s"),
    (.blocked, "b b b X X b"),
    (.replaced, "u u u X X u"),
  ]

  @Test("A key goes to signed devices of known people only", arguments: deliveries)
  func delivery(row: (device: DeviceState, cells: String)) {
    for (identity, cell) in zip(IdentityState.allCases, row.cells.split(separator: " ")) {
      let expected: [Substring: KeyDelivery] = [
        "s": .share, "u": .withhold(.unverified), "b": .withhold(.blacklisted), "X": .block(identity),
      ]
      #expect(
        TrustPolicy.delivery(to: row.device, of: identity) == expected[cell], "\(row.device), \(identity)")
    }
  }

  /// S shown, C marked as changed, u hidden as unsigned, r as replaced, b as blocked, l as no longer verified.
  static let messages: [(DeviceState, String)] = [
    (.signed, "u S S C l u"),
    (.unsigned, "u u u u l u"),
    (.excepted, "S S S C l S"),
    (.blocked, "b b b b l b"),
    (.replaced, "r r r r r r"),
  ]

  @Test("A message is shown if its device is signed", arguments: messages)
  func trust(row: (device: DeviceState, cells: String)) {
    for (identity, cell) in zip(IdentityState.allCases, row.cells.split(separator: " ")) {
      let expected: [Substring: MessageTrust] = [
        "S": .shown, "C": .marked(.identityChanged), "u": .hidden(.unsignedDevice),
        "r": .hidden(.replacedDevice),
        "b": .hidden(.blockedDevice), "l": .hidden(.verificationLost),
      ]
      #expect(
        TrustPolicy.trust(in: row.device, of: identity) == expected[cell], "\(row.device), \(identity)")
    }
  }

  @Test("The tables have all cells")
  func complete() {
    for table in [Self.deliveries, Self.messages] {
      #expect(table.map(\.0) == DeviceState.allCases)
      #expect(table.allSatisfy { $0.1.split(separator: " ").count == IdentityState.allCases.count })
    }
  }
}
