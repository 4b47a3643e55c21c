// Compiled into each fuzzer by run.sh.

/// Not `precondition`, whose message is dropped in an optimised build.
func law(_ holds: Bool, _ breach: StaticString) {
  if !holds { fatalError("\(breach)") }
}

/// Changes a valid input by groups of three bytes: what is done, where, and with which byte.
func changed(_ input: [UInt8], by script: [UInt8]) -> [UInt8] {
  var bytes = input
  for start in stride(from: 0, to: script.count - 2, by: 3) {
    let (place, byte) = (Int(script[start + 1]) + 256 * Int(script[start] >> 4), script[start + 2])
    guard place < bytes.count else { continue }
    switch script[start] % 4 {
    case 0: bytes[place] = byte
    case 1: bytes.insert(byte, at: place)
    case 2: bytes.remove(at: place)
    default: bytes.removeLast(min(bytes.count, Int(byte)))
    }
  }
  return bytes
}
