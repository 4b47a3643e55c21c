public import TerminalScreen
public struct ScreenLayout {
  public struct Pane { public var timeline = Rect(column: 0, row: 0, columns: 1, rows: 1) }
  public var timeline = Rect(column: 0, row: 0, columns: 1, rows: 1)
  public var thread: Pane?
  public init(of state: ScreenState) {}
}
public enum Screen { public static func frame(of state: ScreenState) -> Frame { Frame(grid: Grid(state.size)) } }
public enum TimelineMeasure { public static func height(of item: TimelineItem, columns: Int) -> Int { 1 } }
