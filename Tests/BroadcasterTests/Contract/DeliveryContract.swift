import TestSupport
import Testing

/// The delivery contract: a suite for each rule, with the rule's own number and title.
///
/// The limit stops a test that hangs; a slow machine is far from it.
@Suite("Delivery contract", .timeLimit(.minutes(60)), .watched)
enum DeliveryContract {}
