/// Keeps the memory of an object, and with it its class, after the object was deallocated.
package struct DeallocatedMemory {
    private unowned let object: AnyObject

    package init(of object: AnyObject) { self.object = object }
}
