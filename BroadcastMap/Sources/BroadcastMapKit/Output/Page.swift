import Foundation

extension Map {
    /// The map as a page for a browser, which is `page.html` with this map in place of its sample.
    func html(package: String, link: String?, comparison: Comparison?) throws -> String {
        var object = jsonObject(package: package)
        if let comparison { object["comparison"] = comparison.jsonObject }
        if let link { object["link"] = link }
        // No name can end the element, because its text has no markup.
        let data = try jsonText(object).replacingOccurrences(of: "<", with: "\\u003c")

        var page = String(decoding: PackageResources.page_html, as: UTF8.self)
        let start = page.range(of: "id=\"map\">")!.upperBound
        let end = page[start...].range(of: "</script>")!.lowerBound
        page.replaceSubrange(start..<end, with: data)
        return page
    }
}
