/// Another module has a protocol of the same name.
public protocol Update {
    func update()
}
