/// What is mapped.
struct MappedSources {
    /// The name of the package, or of the folder.
    let name: String
    /// The folders, without symbolic links.
    var roots: [String]
    /// Folders of tests, which may be inside `roots`.
    var tests: [String]
}
