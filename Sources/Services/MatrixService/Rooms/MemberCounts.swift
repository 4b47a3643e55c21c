/// What a room's kind depends on, of all of whom is known what they are to it.
struct MemberCounts: Hashable {
  /// How many are in it, or were asked to come.
  private(set) var expected = 0
  /// How many were asked to a conversation of two.
  private(set) var direct = 0

  init(expected: Int = 0, direct: Int = 0) {
    self.expected = expected
    self.direct = direct
  }

  mutating func replace(_ former: RoomMember?, by new: RoomMember?) {
    for (member, step) in [(former, -1), (new, 1)] {
      if member?.isExpected == true { expected += step }
      if member?.isDirect == true { direct += step }
    }
  }
}

extension RoomMember {
  /// Whether they are in it, or were asked to come.
  var isExpected: Bool { standing == .joined || standing == .invited }
}
