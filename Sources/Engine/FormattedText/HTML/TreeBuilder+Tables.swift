extension TreeBuilder {
  /// A table whose cells are being added.
  struct OpenTable {
    /// The node of the open cell, and the first byte of its text.
    var cell: (node: Int, start: Int)?
    var isNewRow = true
    /// The number of cells in the header.
    var columns = 0
    var rows = 0
  }

  /// Whether a table is open.
  var isTable: Bool { table != nil }

  /// Whether a blank would be the first character of a cell.
  var isAtStartOfCell: Bool { table?.cell.map { $0.start == tree.bytes.count } ?? (table != nil) }

  /// Begins a table. Any other block ends it.
  mutating func openTable() {
    closeLeaf()
    if case .list = blocks.last?.kind { _ = open(.item) }
    let place = tree.bytes.count
    leaf = tree.open(.table(rule: 0..<0), place..<place, content: place..<place)
    table = OpenTable()
  }

  mutating func beginRow() {
    closeCell()
    table?.isNewRow = true
  }

  mutating func beginCell() {
    closeCell()
    guard var table else { return }
    if table.isNewRow {
      // The line end is written with the row's first cell, so that no row is empty.
      if table.rows > 0 {
        tree.bytes.append(0x0A)
        tree.leaf(.lineBreak, tree.bytes.count - 1..<tree.bytes.count)
      }
      table.isNewRow = false
      table.rows += 1
    }
    if table.rows == 1 { table.columns += 1 }
    let place = tree.bytes.count
    table.cell = (tree.open(.cell, place..<place, content: place..<place), place)
    closedAt = tree.nodes.count - 1
    self.table = table
  }

  /// Ends a cell; text before the next cell ends the table.
  mutating func closeCell() {
    guard let cell = table?.cell else { return }
    flushLink()
    closeStyles(to: 0)
    close(cell.node)
    table?.cell = nil
    breaks = 0
    gap.removeAll(keepingCapacity: true)
  }

  mutating func endTable() {
    closeCell()
    guard let node = leaf, let columns = table?.columns else { return }
    table = nil
    // A table without text is removed: its cells are empty, or another block ended it before its first text.
    if tree.nodes[node...].dropFirst().allSatisfy({ $0.kind == .cell || $0.kind == .lineBreak }) {
      tree.bytes.removeLast(tree.bytes.count - tree.nodes[node].range.lowerBound)
      tree.nodes.removeLast(tree.nodes.count - node)
      closedAt = tree.nodes.count - 1
      return
    }
    close(node)
    let start = tree.bytes.count
    tree.bytes += TableLine.rule(Array(repeating: .natural, count: columns))
    tree.nodes[node].kind = .table(rule: start..<tree.bytes.count)
  }
}
