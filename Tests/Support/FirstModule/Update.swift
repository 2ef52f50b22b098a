public protocol Update {
    func update()
}
