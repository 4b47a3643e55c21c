// Fuzzes DraftEngine.
// Compiled in one module with the engine's sources by run.sh, so there is nothing to import.

/// Reads every input twice: as foreign text, and as a list of elements.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMarkup(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
  let input = UnsafeBufferPointer(start: data, count: size)
  checkText(String(decoding: input, as: UTF8.self))
  checkElements(elements(from: input))
  return 0
}

private func checkText(_ text: String) {
  let read = MessageMarkup.parse(text)
  law(isSame(read, read.normalised), "what was read is not normalised")
  let written = MessageMarkup.render(read)
  law(isSame(MessageMarkup.parse(written), read), "what was read does not survive writing")
  if written.utf8.elementsEqual(text.utf8) { return }
  let verbatim = [MessageElement.plainText(text: text)]
  law(!isSame(read, verbatim), "words that read as themselves were altered")
}

private func checkElements(_ list: [MessageElement]) {
  let normalised = list.normalised
  let written = MessageMarkup.render(list)
  law(
    written.utf8.elementsEqual(MessageMarkup.render(normalised).utf8), "normalising changes the markup")
  law(isSame(MessageMarkup.parse(written), normalised), "elements do not survive writing")
}

/// Bytes 1 to 4 start plain text, a user, a channel and an address; 5 separates text and target.
private func elements(from input: UnsafeBufferPointer<UInt8>) -> [MessageElement] {
  var list: [MessageElement] = []
  var kind: UInt8 = 1
  var rest = input[...]
  while !rest.isEmpty {
    if let first = rest.first, (1...4).contains(first) {
      kind = first
      rest = rest.dropFirst()
    }
    let body = rest.prefix { !(1...4).contains($0) }
    rest = rest[body.endIndex...]
    let parts = body.split(separator: 5, maxSplits: 1, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let text = parts.first ?? ""
    let target = parts.dropFirst().first ?? ""
    switch kind {
    case 2: list.append(.link(text: text, target: .user(userId: target)))
    case 3: list.append(.link(text: text, target: .channel(channelId: target)))
    case 4: list.append(.link(text: text, target: .url(url: target)))
    default: list.append(.plainText(text: text + target))
    }
  }
  return list
}

/// Compares byte by byte, where `==` would ignore normalisation.
private func isSame(_ left: [MessageElement], _ right: [MessageElement]) -> Bool {
  left == right
    && zip(left, right).allSatisfy {
      $0.text.utf8.elementsEqual($1.text.utf8) && id(of: $0).utf8.elementsEqual(id(of: $1).utf8)
    }
}

private func id(of element: MessageElement) -> String {
  switch element.target {
  case .user(let id), .channel(let id), .url(let id): id
  case nil: ""
  }
}
