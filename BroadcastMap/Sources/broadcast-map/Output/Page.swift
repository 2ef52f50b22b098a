import Foundation

extension Map {
    /// The map as a page for a browser, which is `page.html` with this map in place of its sample.
    func html(package: String, link: String?) throws -> String {
        var page = String(decoding: PackageResources.page_html, as: UTF8.self)
        let start = page.range(of: "id=\"map\">")!.upperBound
        let sample = start..<page[start...].range(of: "</script>")!.lowerBound
        // No name can end the element, because its text has no markup.
        let data = try json(package: package, link: link).replacingOccurrences(of: "<", with: "\\u003c")
        page.replaceSubrange(sample, with: data)
        return page
    }
}
