// Fuzzes TerminalScreen.
// Compiled in one module with its sources by run.sh, so there is nothing to import.

/// The first byte determines how the others are split.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
  let input = UnsafeBufferPointer(start: data, count: size)
  guard let first = input.first else { return 0 }
  let bytes = input.dropFirst()
  checkPieces(bytes, of: Int(first % 7) + 1)
  checkTimeOuts(bytes, of: Int(first % 5) + 1)
  return 0
}

private func checkPieces(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, of size: Int) {
  var whole = InputDecoder()
  let events = whole.decode(bytes) + whole.finish()
  var cut = InputDecoder()
  var pieces: [TerminalEvent] = []
  var rest = bytes
  while !rest.isEmpty {
    pieces += cut.decode(rest.prefix(size))
    rest = rest.dropFirst(size)
  }
  law(pieces + cut.finish() == events, "pieces give other events than the whole")
  for case .key(let key) in events { checkKey(key) }
  for case .mouse(let mouse) in events {
    law(mouse.position.column >= 0 && mouse.position.row >= 0, "a mouse outside of the screen")
  }
  if bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) {
    let typed = bytes.map { TerminalEvent.key(KeyEvent(.character(Character(Unicode.Scalar($0))))) }
    law(events == typed, "plain letters were not told as they were typed")
  }
}

private func checkKey(_ key: KeyEvent) {
  law(KeyEvent(key.key, key.modifiers) == key, "a key has two spellings")
  law(KeyEvent(notation: key.description) == key, "a key does not come back from its notation")
}

/// A timeout may occur between any two pieces. It ends a pending sequence, and a letter after it is that letter.
private func checkTimeOuts(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, of size: Int) {
  var decoder = InputDecoder()
  var rest = bytes
  while !rest.isEmpty {
    _ = decoder.decode(rest.prefix(size))
    rest = rest.dropFirst(size)
    let waited = decoder.isWaiting
    // After a paste, an unfinished report may stay pending.
    let isBehindPaste = decoder.isBehindPaste
    let kept = decoder.timeOut()
    law(!decoder.isWaiting, "something waits after a time-out")
    law(waited || kept.isEmpty, "what did not wait became something")
    if waited, !isBehindPaste {
      var copy = decoder
      let letter = copy.decode(CollectionOfOne(0x6B)) + copy.timeOut()
      law(letter == [.key(KeyEvent(.character("k")))], "a letter was swallowed")
    }
  }
}
