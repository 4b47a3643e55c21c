extension TextTree {
  /// One step of what a text says, wherever in it that stands.
  enum Saying: Hashable {
    case begin(TextNode.Kind)
    case end
    /// Words, as they are read.
    case words([UInt8])
    case element(Int)
    case lineBreak
  }

  /// What the text says, without where its parts are and how they are marked: two texts with the same meaning look the
  /// same.
  var meaning: [Saying] { meaning(of: nodes.indices) }

  /// What some nodes say, with elements counted from one on, as if some styles had only their words.
  func meaning(of range: Range<Int>, elementsFrom first: Int = 0, without unmarked: Set<Int> = []) -> [Saying]
  {
    var sayings: [Saying] = []
    var words: [UInt8] = []
    var open: [Int] = []
    func flush() {
      if !words.isEmpty { sayings.append(.words(words)) }
      words = []
    }
    for index in range {
      let node = nodes[index]
      while let last = open.last, last <= index {
        flush()
        sayings.append(.end)
        open.removeLast()
      }
      if unmarked.contains(index) { continue }
      switch node.kind {
      case .layout, .emptyLine: continue
      case .words, .address, .escape: words += bytes[node.content]
      case .lineBreak:
        flush()
        sayings.append(.lineBreak)
      case .element(let number):
        flush()
        sayings.append(.element(number - first))
      case .fence(let language):
        flush()
        sayings += [.begin(.fence(language: 0..<0)), .words(Array(bytes[language]))]
        open.append(node.end)
      case .link(let address):
        flush()
        sayings += [.begin(.link(address: 0..<0)), .words(Array(bytes[address]))]
        open.append(node.end)
      default:
        flush()
        sayings.append(.begin(node.kind))
        open.append(node.end)
      }
    }
    flush()
    return sayings + open.map { _ in .end }
  }

  /// Whether the other says the same in the same form, whatever marks it has.
  ///
  /// - Parameter other: a text that may be marked in another way.
  public func means(_ other: TextTree) -> Bool { meaning == other.meaning }
}
