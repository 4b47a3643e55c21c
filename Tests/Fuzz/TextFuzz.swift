// Fuzzes TerminalScreen.
// Compiled in one module with its sources by run.sh, so there is nothing to import.

/// Text from any source.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzText(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
  let input = UnsafeBufferPointer(start: data, count: size)
  let text = String(decoding: input, as: UTF8.self)
  checkDoor(text, ScreenText(text).glyphs)
  return 0
}

private func checkDoor(_ text: String, _ glyphs: [Glyph]) {
  var apart: [Glyph] = []
  for character in text { ScreenText.append(character, to: &apart) }
  law(apart == glyphs, "Character by Character gives other glyphs")
  for limit in [0, 1, glyphs.count / 2, glyphs.count] {
    law(ScreenText(text, limit: limit).glyphs == Array(glyphs.prefix(limit)), "a limit gives other glyphs")
  }
  for glyph in glyphs {
    var scalars = Array(glyph.text.unicodeScalars)
    let isFlag = scalars.first.map { (0x1F1E6...0x1F1FF).contains($0.value) } ?? false
    if isFlag {
      // The base of a flag is two regional indicators.
      law(scalars.count > 1 && (0x1F1E6...0x1F1FF).contains(scalars[1].value), "half a flag came through")
      law(glyph.width == 2 && glyph.isPlaced, "a flag is not two columns in their place")
      scalars.remove(at: 1)
    }
    let widths = scalars.map { CellWidth.columns(of: $0) }
    law(isFlag || widths.first == glyph.width, "a glyph is not as wide as its base")
    law((1...2).contains(glyph.width), "a glyph has no width")
    law(widths.dropFirst().allSatisfy { $0 == 0 } && widths.count <= 5, "a glyph has more than four marks")
    law(
      glyph.text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) },
      "a control character came through")
  }
}
