import ChatDomain
import JSON
import Testing

@testable import MatrixService

@Suite("Push rules")
struct PushRuleTests {
  /// Rules that clients write for a room, and their meaning.
  static let written: [(rules: String, level: NotificationLevel)] = [
    (rules(), .all),
    (rules(override: rule("!hill:s", "[]", room("event_match", "pattern"))), .nothing),
    (rules(override: rule("!hill:s", #"["dont_notify"]"#, room("event_match", "pattern"))), .nothing),
    (rules(override: rule("im.some.mute-1", "[]", room("event_match", "pattern"))), .nothing),
    (rules(override: rule("x", "[]", room("event_property_is", "value"))), .nothing),
    (rules(override: rule("x", #"["notify"]"#, room("event_match", "pattern"))), .all),
    (rules(override: rule("x", "[]", room("event_match", "pattern"), isEnabled: false)), .all),
    // A rule with more conditions applies only to some messages, and a pattern with `*` to many rooms.
    (rules(override: rule("x", "[]", room("event_match", "pattern") + "," + sender)), .all),
    (rules(override: rule("x", "[]", #"{"kind":"event_match","key":"room_id","pattern":"!h*:s"}"#)), .all),
    (rules(override: rule("x", "[]", sender)), .all),
    (rules(override: rule("x", "[]", "")), .all),
    (rules(room: rule("!hill:s", "[]")), .mentions),
    (rules(room: rule("!hill:s", #"["dont_notify"]"#)), .mentions),
    (rules(room: rule("!hill:s", #"["notify",{"set_tweak":"sound","value":"default"}]"#)), .all),
    (rules(room: rule("!hill:s", #"["coalesce"]"#)), .all),
    (rules(room: rule("!hill:s", "[]", isEnabled: false)), .all),
    (rules(room: rule("!lake:s", "[]")), .all),
    (
      rules(
        override: rule("!hill:s", "[]", room("event_match", "pattern")),
        room: rule("!hill:s", #"["notify"]"#)), .nothing
    ),
    (rules(override: rule(".m.rule.master", "[]", isEnabled: false)), .all),
    (rules(override: rule(".m.rule.master", "[]"), room: rule("!hill:s", #"["notify"]"#)), .nothing),
  ]

  @Test("Every form that clients write is understood", arguments: written.indices)
  func forms(index: Int) throws {
    let form = Self.written[index]
    let rules = PushRules(try Recorded.node(form.rules))
    #expect(rules.level(in: "!hill:s", people: 9, isEncrypted: false) == form.level)
  }

  @Test("A room without a rule follows the default for its size and encryption")
  func usual() throws {
    let names = ["room_one_to_one", "message", "encrypted_room_one_to_one", "encrypted"]
    for (place, silent) in names.enumerated() {
      let underride = names.map { name in
        Self.rule(".m.rule.\(name)", #"["notify"]"#, isEnabled: name != silent)
      }
      let rules = PushRules(
        try Recorded.node(Self.rules(underride: underride.joined(separator: ","))))
      let levels = [(2, false), (3, false), (2, true), (3, true)].map {
        rules.level(in: "!hill:s", people: $0.0, isEncrypted: $0.1)
      }
      #expect(levels == (0..<4).map { $0 == place ? .mentions : .all })
    }
  }

  @Test("Only rooms whose own rules differ have another level")
  func difference() throws {
    let before = PushRules(try Recorded.node(Self.rules(room: Self.rule("!hill:s", "[]"))))
    let after = PushRules(try Recorded.node(Self.rules(room: Self.rule("!lake:s", "[]"))))
    #expect(after.roomsDiffering(from: before) == ["!hill:s", "!lake:s"])
    #expect(before.roomsDiffering(from: before) == [])
    let silent = PushRules(try Recorded.node(Self.rules(override: Self.rule(".m.rule.master", "[]"))))
    #expect(silent.roomsDiffering(from: before) == nil)
  }

  @Test(
    "An invalid list of rules changes nothing",
    arguments: [
      "{}", #"{"global":7}"#, #"{"global":{"override":7,"room":{},"underride":null}}"#,
      #"{"global":{"override":[7,{},{"rule_id":""}],"room":[{"rule_id":"no room"}]}}"#,
    ])
  func hostile(text: String) throws {
    let rules = PushRules(try Recorded.node(text))
    #expect(rules.rooms.isEmpty && !rules.isSilent)
  }

  // MARK: Rules as text

  private static let sender = #"{"kind":"event_match","key":"sender","pattern":"@eve:s"}"#

  private static func room(_ kind: String, _ member: String) -> String {
    #"{"kind":"\#(kind)","key":"room_id","\#(member)":"!hill:s"}"#
  }

  private static func rule(
    _ id: String, _ actions: String, _ conditions: String = "", isEnabled: Bool = true
  ) -> String {
    #"{"rule_id":"\#(id)","default":false,"enabled":\#(isEnabled),"actions":\#(actions),"#
      + #""conditions":[\#(conditions)]}"#
  }

  private static func rules(
    override: String = "", room: String = "",
    underride: String = rule(".m.rule.message", #"["notify"]"#)
  ) -> String {
    #"{"global":{"override":[\#(override)],"room":[\#(room)],"underride":[\#(underride)]}}"#
  }
}
