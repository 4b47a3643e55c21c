// Fuzzes FormattedText.
// With Tests/FormattedTextTests/TreeLaws.swift.
// Compiled in one module with its sources by run.sh, so there is nothing to import.

/// Reads every input as Markdown and as HTML, and writes the result in both formats.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFormatted(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
  let text = String(decoding: UnsafeBufferPointer(start: data, count: size), as: UTF8.self)
  let elements = text.utf8.enumerated().filter { $0.element == UInt8(ascii: "@") }.map {
    $0.offset..<$0.offset + 1
  }
  var parser = BlockParser(Array(text.utf8), elements: elements)
  let tree = parser.parse()
  if let gap = tree.gap { fatalError("leaves and marks are not all of the text: \(gap)") }
  law(parser.steps <= 40 * (text.utf8.count + 1), "a text is read too often")
  law(
    Markdown.parse(text) != nil || !Markdown.tree(text).isFormatted,
    "a formatted text is taken for a plain one")
  check(tree)
  let words = MarkdownWriter.text(showing: text)
  law(
    text.utf8.count > Markdown.longest / 2
      || !Markdown.tree(String(decoding: words.bytes, as: UTF8.self), elements: words.elements).isStyled,
    "plain words look formatted")
  let read = HTMLReader.read(text) { _ in true }
  law(read.tree.depth <= 3 * HTMLReader.deepest, "HTML is too deep")
  check(read.tree)
  check(HTMLReader.read(HTMLWriter.html(tree)) { _ in true }.tree)
  return 0
}

private func check(_ tree: TextTree) {
  let written = MarkdownWriter.text(tree)
  let again = Markdown.tree(String(decoding: written.bytes, as: UTF8.self), elements: written.elements)
  law(written.bytes.count > Markdown.longest || again.words == tree.words, "words are lost")
}
