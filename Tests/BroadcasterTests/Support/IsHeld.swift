/// Whether the object that was passed to `send` is still retained after `send` returned.
func isHeld(by send: (Canary) -> Void) -> Bool {
    weak var held: Canary?
    do {
        let canary = Canary()
        held = canary
        send(canary)
    }
    return held != nil
}
