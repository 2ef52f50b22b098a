/// A protocol that another module has, too, by the same name.
public protocol Update {
    func update()
}
