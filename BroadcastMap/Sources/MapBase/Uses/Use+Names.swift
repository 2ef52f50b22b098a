extension Use {
    var module: String { occurrence.file.module }

    /// The name of the type that sends or observes, or that of the function where the type isn't known.
    package var typeOrFunctionName: String { type?.path ?? occurrence.functionName }

    /// The sender, or the observer and where it begins to observe.
    var summary: String {
        if isSender { return occurrence.functionName + formSuffix }
        guard let observer else { return "\(operation.anonymousObserver) in \(occurrence.functionName)\(formSuffix)" }
        if operation == .selector { return "\(observer.path) (\(operation.anonymousObserver))" }
        let own = occurrence.function.flatMap { $0.typeAround == observer ? "its \($0.propertyOrSelf.baseName)" : nil }
        return "\(observer.path) (registered in \(own ?? occurrence.functionName))\(formSuffix)"
    }
}

extension Operation {
    /// What a call does.
    var verb: String {
        switch self {
        case .notify, .observers: "sends"
        case .post, .enqueue: "posts"
        case .register: "registers"
        case .observe, .messages, .publisher, .record, .closure, .selector, .sequence, .expectation: "observes"
        }
    }

    /// An observer whose class isn't known.
    var anonymousObserver: String {
        switch self {
        case .observe: "a closure"
        case .messages: "a stream"
        case .record: "a recorder"
        case .closure, .publisher, .selector, .sequence: "a \(rawValue)"
        case .expectation: "an expectation"
        case .notify, .observers, .register, .post, .enqueue: "an object"
        }
    }
}
