import Testing

@Suite("Folder order")
struct FolderTableTests {
  let table = FolderTable(rows: ["House": ["Roof", "Floor", "Cellar"]])

  func file(_ folder: String, _ code: String) -> FolderTable.File {
    FolderTable.File(path: "Sources/House/\(folder)/File.swift", below: "Sources/House", code: code)
  }

  @Test("A folder may use the ones below it, and not the reverse")
  func arrows() {
    let roof = file("Roof", "public struct Tile {\n  let beam: Beam\n}")
    let floor = file("Floor", "final class Beam {}\n")
    let cellar = file("Cellar", "struct Stone {\n  var tile: Tile?\n}")
    #expect(
      table.violations(of: "House", in: [roof, floor, cellar]) == [
        "Sources/House/Cellar/File.swift: Cellar may not use Tile of Roof"
      ])
    #expect(table.violations(of: "Garden", in: [roof, floor, cellar]).isEmpty)
  }

  @Test("A name declared in two folders, or inside a type, belongs to no folder")
  func unclear() {
    let roof = file("Roof", "struct State {}\nstruct Tile {\n  enum Kind { case flat }\n}")
    let floor = file("Floor", "struct State {}")
    let cellar = file("Cellar", "struct Stone {\n  let state: State\n  let kind: Kind\n}")
    #expect(table.violations(of: "House", in: [roof, floor, cellar]).isEmpty)
  }

  @Test("Missing and extra folders are found")
  func folders() {
    #expect(
      table.violations(of: "House", in: [file("Roof", ""), file("Attic", ""), file("Floor", "")]) == [
        "House/Attic has no place in the order", "House/Cellar is no folder",
      ])
  }
}
