// What the sample in Macros.swift uses and doesn't declare.
final class ScrollView {
    weak var delegate: (any ScrollDelegate)?
}

let scrollView = ScrollView()
var delegates: ScrollDelegates?
let header = ScrollDelegates()
let analytics = ScrollDelegates()
// The sample is read as part of a delegate's method.
let `self` = header
