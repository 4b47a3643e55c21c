import CrossSigning
import Testing

@testable import EncryptionMachine

@Suite("Edits of encrypted messages (CVE-2026-45057)")
struct EditCheckTests {
  private func side(
    room: String = "!r:x", sender: String = "@a:x", type: String = "m.room.message",
    trust: MessageTrust? = .shown,
    isEdit: Bool, isState: Bool = false, hasNewContent: Bool? = nil
  ) -> EditCheck.Side {
    EditCheck.Side(
      room: room, sender: sender, type: type, trust: trust, isEdit: isEdit,
      hasNewContent: hasNewContent ?? isEdit,
      isState: isState)
  }

  @Test("An edit of the sender's own message, encrypted like it, counts")
  func allowed() {
    #expect(EditCheck.isAllowed(side(isEdit: true), of: side(isEdit: false)))
    #expect(EditCheck.isAllowed(side(trust: nil, isEdit: true), of: side(trust: nil, isEdit: false)))
    #expect(EditCheck.isAllowed(side(isEdit: true), of: side(trust: nil, isEdit: false)))
    #expect(
      EditCheck.isAllowed(side(isEdit: true), of: side(trust: .marked(.senderNotProven), isEdit: false)))
  }

  @Test("Another sender, room or type, a state event, an edit of an edit, or no new content does not count")
  func refused() {
    let original = side(isEdit: false)
    for edit in [
      side(room: "!s:x", isEdit: true), side(sender: "@b:x", isEdit: true),
      side(type: "m.sticker", isEdit: true),
      side(isEdit: true, isState: true), side(isEdit: true, hasNewContent: false),
    ] { #expect(!EditCheck.isAllowed(edit, of: original)) }
    #expect(!EditCheck.isAllowed(side(isEdit: true), of: side(isEdit: true)))
    #expect(!EditCheck.isAllowed(side(isEdit: true), of: side(isEdit: false, isState: true)))
  }

  @Test("A plain or less proven edit does not replace an encrypted message")
  func weaker() {
    #expect(!EditCheck.isAllowed(side(trust: nil, isEdit: true), of: side(isEdit: false)))
    #expect(
      !EditCheck.isAllowed(side(trust: .marked(.senderNotProven), isEdit: true), of: side(isEdit: false)))
    #expect(
      !EditCheck.isAllowed(side(trust: .hidden(.unsignedDevice), isEdit: true), of: side(isEdit: false)))
    #expect(
      !EditCheck.isAllowed(side(trust: .marked(.identityChanged), isEdit: true), of: side(isEdit: false)))
  }
}
