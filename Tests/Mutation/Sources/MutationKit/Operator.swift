/// What is changed; `accepted.txt` uses the raw values.
package enum Operator: String, CaseIterable, Sendable {
    /// The condition of an `if`, a `guard`, a loop or a `where` clause is negated.
    case condition
    /// `&&` and `||` take the place of each other.
    case logic
    /// A comparison changes at its edge: `<` and `<=`, `>` and `>=`. What elements are sorted by is reversed. `==` and
    /// `!=` take the place of each other.
    case comparison
    /// `+` and `-` take the place of each other, also in `+=` and with `&`.
    case arithmetic
    /// The literal of a number is larger by one.
    case literal
    /// `true` and `false` take the place of each other.
    case boolean
    /// A call whose result isn't used is removed.
    case call
    /// An assignment is removed.
    case assignment
    /// A `defer` is removed.
    case `defer`
    /// A function without a result returns at once.
    case `return`
    /// An optional that is unwrapped or returned is `nil`.
    case `nil`
    /// `??` and `?:` take the other branch.
    case branch
    /// A weak reference is a strong one.
    case weak
    /// A loop skips its first element.
    case element
}
