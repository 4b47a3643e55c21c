/// A mouse action and its cell.
public struct MouseEvent: Hashable, Sendable {
  public enum Act: Hashable, Sendable {
    case press(Button), release(Button), drag(Button)
    case wheelUp, wheelDown
  }

  public enum Button: Hashable, Sendable { case left, middle, right }

  public var act: Act
  public var position: Position
  public var modifiers: KeyEvent.Modifiers

  public init(_ act: Act, at position: Position, _ modifiers: KeyEvent.Modifiers = []) {
    self.act = act
    self.position = position
    self.modifiers = modifiers
  }
}
