import Testing

/// The delivery contract: a suite for each rule, under the contract's own number.
@Suite(.timeLimit(.minutes(1)))
enum DeliveryContract {}
