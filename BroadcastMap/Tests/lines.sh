# Checks of files whose lines or brackets only few editors write, which Tests/run reads.

mkdir "$scratch/lines"
cd "$scratch/lines"
sed 's/$/\r/' "$here/Lines/Windows.swift" > Windows.swift
tr '\n' '\r' < "$here/Lines/Mac.swift" > Mac.swift
# The compiler refuses what is nested more deeply than the parser reads, so the index is that of fewer brackets.
cp "$here/Lines/Deep.swift" .
swiftc -parse-as-library -suppress-warnings -module-name Lines -index-store-path index -index-ignore-system-modules "${modules[@]}" -c ./*.swift
touch -r Deep.swift time
sed -e "s/((\$/$(printf '(%.0s' {1..300})/" -e "s/^    ))/    $(printf ')%.0s' {1..300})/" "$here/Lines/Deep.swift" > Deep.swift
touch -r time Deep.swift
shows lines.txt 0 "$program" --index-store index --root .
