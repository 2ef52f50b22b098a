public import Dispatch
import FaultState

// What the generated copy of the sources calls. `@_transparent` functions are inlined in a debug build, too, with the types
// of the call, so that a comparison in a hot loop stays one.

/// Whether a fault is the chosen one.
@_transparent
public func faultIs(_ number: Int) -> Bool { FaultIsChosen(number) }

/// A condition or a Boolean constant, which the fault negates.
@_transparent
public func faultNot(_ number: Int, _ condition: Bool) -> Bool { FaultIsChosen(number) != condition }

/// `&&`, which the fault makes `||`.
@_transparent
public func faultAnd(_ number: Int, _ left: Bool, _ right: @autoclosure () throws -> Bool) rethrows -> Bool {
    // With `||`, the operand on the right isn't evaluated if the one on the left is true.
    if FaultIsChosen(number) { return try left ? true : right() }
    return try left ? right() : false
}

/// `||`, which the fault makes `&&`.
@_transparent
public func faultOr(_ number: Int, _ left: Bool, _ right: @autoclosure () throws -> Bool) rethrows -> Bool {
    if FaultIsChosen(number) { return try left ? right() : false }
    return try left ? true : right()
}

/// `<`, which the fault makes `<=`.
@_transparent
public func faultLess<T: Comparable>(_ number: Int, _ left: T, _ right: T) -> Bool {
    FaultIsChosen(number) ? left <= right : left < right
}

/// `<=`, which the fault makes `<`.
@_transparent
public func faultLessOrEqual<T: Comparable>(_ number: Int, _ left: T, _ right: T) -> Bool {
    FaultIsChosen(number) ? left < right : left <= right
}

/// `>`, which the fault makes `>=`.
@_transparent
public func faultGreater<T: Comparable>(_ number: Int, _ left: T, _ right: T) -> Bool {
    FaultIsChosen(number) ? left >= right : left > right
}

/// `>=`, which the fault makes `>`.
@_transparent
public func faultGreaterOrEqual<T: Comparable>(_ number: Int, _ left: T, _ right: T) -> Bool {
    FaultIsChosen(number) ? left > right : left >= right
}

/// The `<` of an order, which the fault makes `>`.
@_transparent
public func faultAscending<T: Comparable>(_ number: Int, _ left: T, _ right: T) -> Bool {
    FaultIsChosen(number) ? left > right : left < right
}

/// The `>` of an order, which the fault makes `<`.
@_transparent
public func faultDescending<T: Comparable>(_ number: Int, _ left: T, _ right: T) -> Bool {
    FaultIsChosen(number) ? left < right : left > right
}

/// `+`, which the fault makes `-`.
@_transparent
public func faultPlus<T: AdditiveArithmetic>(_ number: Int, _ left: T, _ right: T) -> T {
    FaultIsChosen(number) ? left - right : left + right
}

/// `-`, which the fault makes `+`.
@_transparent
public func faultMinus<T: AdditiveArithmetic>(_ number: Int, _ left: T, _ right: T) -> T {
    FaultIsChosen(number) ? left + right : left - right
}

/// `+`, which the fault makes `-`.
@_transparent
public func faultPlus(_ number: Int, _ left: DispatchTime, _ right: Double) -> DispatchTime {
    FaultIsChosen(number) ? left - right : left + right
}

/// `+`, which the fault makes `-`.
@_transparent
public func faultPlus(_ number: Int, _ left: DispatchTime, _ right: DispatchTimeInterval) -> DispatchTime {
    FaultIsChosen(number) ? left - right : left + right
}

/// `&+`, which the fault makes `&-`.
@_transparent
public func faultWrappingPlus<T: FixedWidthInteger>(_ number: Int, _ left: T, _ right: T) -> T {
    FaultIsChosen(number) ? left &- right : left &+ right
}

/// `&-`, which the fault makes `&+`.
@_transparent
public func faultWrappingMinus<T: FixedWidthInteger>(_ number: Int, _ left: T, _ right: T) -> T {
    FaultIsChosen(number) ? left &+ right : left &- right
}

/// `+=`, which the fault makes `-=`.
@_transparent
public func faultAdd<T: AdditiveArithmetic>(_ number: Int, _ left: inout T, _ right: T) {
    if FaultIsChosen(number) { left -= right } else { left += right }
}

/// `-=`, which the fault makes `+=`.
@_transparent
public func faultSubtract<T: AdditiveArithmetic>(_ number: Int, _ left: inout T, _ right: T) {
    if FaultIsChosen(number) { left += right } else { left -= right }
}

/// `&+=`, which the fault makes `&-=`.
@_transparent
public func faultWrappingAdd<T: FixedWidthInteger>(_ number: Int, _ left: inout T, _ right: T) {
    if FaultIsChosen(number) { left &-= right } else { left &+= right }
}

/// `&-=`, which the fault makes `&+=`.
@_transparent
public func faultWrappingSubtract<T: FixedWidthInteger>(_ number: Int, _ left: inout T, _ right: T) {
    if FaultIsChosen(number) { left &+= right } else { left &-= right }
}

/// A literal, which the fault makes larger by one.
@_transparent
public func faultOff<T: AdditiveArithmetic & ExpressibleByIntegerLiteral>(_ number: Int, _ literal: T) -> T {
    FaultIsChosen(number) ? literal + 1 : literal
}

/// An optional, which the fault makes `nil`.
@_transparent
public func faultNil<T>(_ number: Int, _ value: T?) -> T? { FaultIsChosen(number) ? nil : value }

/// The object of a weak reference, which the fault keeps: as long as what captures the result.
@_transparent
public func faultKept(_ number: Int, _ object: AnyObject?) -> FaultKept {
    FaultKept(object: FaultIsChosen(number) ? object : nil)
}

/// `@unchecked` because nothing uses the object.
public struct FaultKept: @unchecked Sendable {
    let object: AnyObject?

    @usableFromInline init(object: AnyObject?) { self.object = object }
}

/// The value of a weak variable, which the fault never releases.
@_transparent
public func faultRetained<T>(_ number: Int, _ object: T) -> T {
    if FaultIsChosen(number) { faultRetain(object) }
    return object
}

@usableFromInline func faultRetain(_ object: Any?) {
    if let object { _ = Unmanaged.passRetained(object as AnyObject) }
}
