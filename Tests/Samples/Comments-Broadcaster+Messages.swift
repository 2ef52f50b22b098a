// What the samples in Broadcaster+Messages.swift use and don't declare.
@Messages
protocol UploadObserver {
    func uploadDidFinish(_ name: String, bytes: Int)
    func uploadDidFail()
}
