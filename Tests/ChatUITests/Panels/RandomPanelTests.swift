import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import InMemoryService
import TerminalScreen
import Testing

@testable import ChatUI

/// Random keys while messages, drafts and pins change: no crash, and the selection is an existing row.
@Suite struct RandomPanelTests {
  private static let ring = KillRing()

  @Test("Random keys in any panel select an existing row", arguments: UInt64(1)...6)
  func randomKeys(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let world = try await PanelWorld()
    for number in 0..<8 {
      let message = try await world.say(
        "word \(number)", by: ["mia", "alex", "ana"].randomElement(using: &random) ?? "mia")
      if number.isMultiple(of: 3) { _ = try await world.desk.pin(message.id, in: "general", Pinning()) }
      if number.isMultiple(of: 2) { try await world.say("reply \(number)", under: message.id) }
    }
    try await world.send("sent word")
    for kind in 0..<9 {
      world.context.show(Self.panel(kind, world))
      for step in 0..<60 {
        guard let panel = world.context.panel else { break }
        Self.press(panel, &random)
        Self.check(panel, "seed \(seed), panel \(kind), step \(step)")
        if step.isMultiple(of: 7) { try await Self.stir(world, step, &random) }
      }
    }
    world.context.panel?.close()
  }

  static func panel(_ kind: Int, _ world: PanelWorld) -> any Panel {
    let (context, names) = (world.context, world.names)
    return switch kind {
    case 0: world.open(SwitcherSource(context: context, names: names))
    case 1: world.open(SearchSource(context: context, names: names, channel: nil), "w")
    case 2: world.open(PinSource(context: context, names: names, channel: "general"))
    case 3: world.open(MemberSource(context: context, names: names, channel: "general"))
    case 4: world.open(ThreadSource(context: context, names: names))
    case 5: world.open(DraftSource(context: context, names: names))
    case 6: world.open(HistorySource(context: context, names: names, scope: PanelWorld.general))
    case 7: world.open(SentSource(context: context, names: names, key: PanelWorld.general) { _ in })
    default: world.open(HelpSource(keymap: SmallPanelTests.keymap, lines: [.join]))
    }
  }

  static func press(_ panel: any Panel, _ random: inout SeededGenerator) {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: _ = panel.type(["w", "o", "é", " ", "x\ny", "\u{301}"].randomElement(using: &random) ?? "")
    case 1, 2:
      if let command = ComposerCommand.allCases.randomElement(using: &random) {
        _ = panel.edit(command, Self.ring)
      }
    case 3: _ = panel.edit(.killToLineStart, Self.ring)
    default:
      if let command = PanelCommand.allCases.randomElement(using: &random) { _ = panel.perform(command) }
    }
  }

  static func stir(_ world: PanelWorld, _ step: Int, _ random: inout SeededGenerator) async throws {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: try await world.say("word again \(step)")
    case 1:
      try world.write(
        "draft \(step)", in: Bool.random(using: &random) ? PanelWorld.general : PanelWorld.lobby)
    case 2: world.client.deleteDraft(for: PanelWorld.general)
    default: await world.settle()
    }
  }

  static func check(_ panel: any Panel, _ comment: String) {
    guard case .list(let state) = panel.state else { return }
    #expect(
      state.rows.isEmpty ? state.selection == 0 : state.rows.indices.contains(state.selection), "\(comment)")
    let length = state.query.map(\.count) ?? 0
    #expect(state.queryCaret >= 0 && state.queryCaret <= length, "\(comment)")
    #expect(!state.rows.isEmpty || state.note?.isEmpty == false, "an empty list says why: \(comment)")
  }
}
