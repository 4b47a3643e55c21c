import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService

@testable import ChatControllers

extension World {
  /// Writing in a draft.
  func compose(_ step: Step, on device: Device) async {
    let key = await place(for: device)
    let draft = device.draft(for: key)
    let before = draft.text
    do {
      try write(step, in: draft, on: device)
    } catch {
      trouble.append("\(step) in \(before.debugDescription): \(error)")
    }
    words.edited(from: before, to: draft.text)
    note("\(device.name) \(step) \(key.channelId)/\(key.parentId?.rawValue ?? "-"): \(draft.text)")
    if step == .suggest { suggest(in: draft, on: device) }
  }

  private func write(_ step: Step, in draft: MessageDraft, on device: Device) throws {
    let place = wordStart(in: draft.text)
    switch step {
    case .type:
      let new = (0..<pick(1...2)).map { _ in words.new(by: device.person, on: device.number) + " " }.joined()
      try draft.insertText(offset: place, text: new)
    case .mention:
      guard let user = pick(people)?.user, let name = user.name else { return }
      try draft.insertText(offset: place, text: name + " ")
      try draft.addMention(offset: place, length: name.count, target: .user(userId: user.id.rawValue))
    case .suggest:
      let end = draft.text.count
      let gap = draft.text.last.map { $0 == " " } ?? true ? "" : " "
      try draft.insertText(offset: end, text: gap + "@be")
    case .removeWord:
      let start = place == draft.text.count ? wordStart(in: draft.text) : place
      let length = draft.text.dropFirst(start).prefix { $0 != " " }.count
      let hasGap = draft.text.dropFirst(start + length).first == " "
      try draft.removeText(offset: start, length: length + (hasGap ? 1 : 0))
    case .rewrite:
      draft.update(text: words.new(by: device.person, on: device.number) + " " + draft.text)
    case .undo: try draft.undo()
    case .redo: try draft.redo()
    case .attach:
      let bytes = (0..<pick(5...60)).map { _ in UInt8(pick(0...255)) }
      draft.files.append(InputFile(name: "f\(words.last).txt", type: "text/plain", source: .bytes(bytes)))
    default: break
    }
  }

  private func suggest(in draft: MessageDraft, on device: Device) {
    begin("\(device.name) asks for people") {
      guard let first = try await draft.suggestedMentions.async().first else { return }
      let before = draft.text
      try draft.insertSuggestedMention(mention: first, text: first.replaceWith)
      self.words.edited(from: before, to: draft.text)
    }
  }

  /// A place at which a word begins, counted in Characters; the end is one too.
  private func wordStart(in text: String) -> Int {
    var starts = [0, text.count]
    var isGap = false
    for (offset, character) in text.enumerated() {
      if isGap { starts.append(offset) }
      isGap = character == " "
    }
    return pick(starts) ?? 0
  }
}
