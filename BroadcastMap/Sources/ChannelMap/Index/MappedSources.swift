/// The sources that are mapped.
package struct MappedSources {
    /// The name of the package, or of the folder.
    package let name: String
    /// The folders, without symbolic links.
    package var roots: [String]
    /// Folders of tests, which may be inside `roots`.
    package var tests: [String]

    package init(name: String, roots: [String], tests: [String]) {
        self.name = name
        self.roots = roots
        self.tests = tests
    }
}
