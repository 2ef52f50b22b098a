import Hummingbird

/// The page, its style and its script, which the build embeds from the folder `Page`.
///
/// The script sets what people write as `textContent` only, and the policy forbids scripts in the markup, and
/// everything from another host.
func addPage(to router: Router<some RequestContext>) {
    let files: [(path: RouterPath, type: String, bytes: [UInt8])] = [
        ("/", "text/html; charset=utf-8", PackageResources.chat_html),
        ("/chat.css", "text/css; charset=utf-8", PackageResources.chat_css),
        ("/chat.js", "text/javascript; charset=utf-8", PackageResources.chat_js),
    ]
    for file in files {
        let response = Response(
            status: .ok,
            headers: [
                .contentType: file.type,
                .cacheControl: "no-cache",
                .contentSecurityPolicy:
                    "default-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
                .xContentTypeOptions: "nosniff",
            ],
            body: .init(byteBuffer: ByteBuffer(bytes: file.bytes)))
        router.get(file.path) { _, _ in response }
    }
}
