// What the samples in BufferingPolicy.swift use and don't declare.
@Messages
protocol UploadObserver {
    func uploadDidFinish(_ name: String, bytes: Int)
    func uploadDidFail()
}
