extension String {
    /// The text with spaces in place of line ends and of other control characters, which end a line or hide a part of
    /// it.
    var oneLine: String {
        let scalars = unicodeScalars.map { scalar in
            let isControl = [.control, .format, .lineSeparator, .paragraphSeparator]
                .contains(scalar.properties.generalCategory)
            return isControl ? " " : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
