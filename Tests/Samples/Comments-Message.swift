// What the samples in Message.swift use and don't declare.
let kitchenQueue = DispatchQueue(label: "kitchen")
