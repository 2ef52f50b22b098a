# Checks of the outputs and the options that need sources of their own, which Tests/run reads.

cd "$here/Outputs"
outputs=$scratch/outputs
mkdir "$outputs"
# write_index STORE FOLDER MODULE: adds the index of the sources in a folder.
write_index() {
    (cd "$outputs" && swiftc -parse-as-library -suppress-warnings -module-name "$3" -index-store-path "$1" -index-ignore-system-modules "${modules[@]}" \
        -c "$here/Outputs/$2"/*.swift)
}

# Names that are alike, that have markup, or that have two lines.
write_index names Names Names
write_index names Lone Lone
names=("$program" --index-store "$outputs/names")
# A second option adds folders to those of the first.
shows names.txt 0 "${names[@]}" --root Names --root Lone
shows names.mmd 0 "${names[@]}" --root Names Lone --mermaid
shows names-notifications.txt 0 "${names[@]}" --root Names Lone --notifications
shows names-notifications.mmd 0 "${names[@]}" --root Names Lone --notifications --mermaid
# The name of a module with nothing but an unresolved use.
shows lone.txt 1 "$program" Lone --index-store "$outputs/names" --root Names Lone --strict
# Two private classes of one name, each with messages of its own.
write_index private Private Private
shows private.txt 0 "$program" --index-store "$outputs/private" --root Private
# Line ends of Windows.
printf 'sayLater()\r\n%s\r\n' '%%{init: {"theme": "dark"}}%%()' > "$outputs/names.txt"
status 'line ends of Windows' 0 "${names[@]}" --root Names Lone --strict --allow "@$outputs/names.txt"

# A map compared with an older one.
write_index before Before App
write_index after After App
for kind in '' --notifications; do
    "$program" --index-store "$outputs/before" --root Before --json $kind > "$outputs/before$kind.json"
    "$program" --index-store "$outputs/after" --root After --json $kind > "$outputs/after$kind.json"
done
after=("$program" --index-store "$outputs/after" --root After)
before=(--compare "$outputs/before.json")
shows compared.txt 0 "${after[@]}" "${before[@]}"
shows compared.md 0 "${after[@]}" "${before[@]}" --markdown
shows compared.json 0 "${after[@]}" "${before[@]}" --json
shows compared-notifications.md 0 "${after[@]}" --notifications --compare "$outputs/before--notifications.json" --markdown
shows compared-notifications.json 0 "${after[@]}" --notifications --compare "$outputs/before--notifications.json" --json
says '"comparison" : {' 0 "${after[@]}" "${before[@]}" --html
# Whatever a filter finds in one of the maps is shown of both: the function that is gone, and the new observer.
shows compared-filter.txt 0 "$program" OldObserver Counter --index-store "$outputs/after" --root After "${before[@]}"
says 'Siren: no channel' 66 "$program" Siren --index-store "$outputs/after" --root After "${before[@]}"
for form in text --markdown; do
    for map in after after--notifications; do
        kind=${map#after}
        status 'nothing changed' 0 "${after[@]}" $kind --compare "$outputs/$map.json" ${form#text} --strict
        mv "$scratch/output" "$outputs/same"
        status 'one line' 0 grep --quiet --line-regexp 'Nothing changed in who .* observes\.' "$outputs/same"
        status 'no other line' 1 grep --quiet --invert-match Nothing "$outputs/same"
        passed=$((passed + 1))
    done
done
shows compared-same.json 0 "${after[@]}" --compare "$outputs/after.json" --json --strict

# The counts are those of the map: a use counts once, whatever it sends or handles.
printf '{"of": "channels", "channels": [], "problems": [], "unresolved": []}' > "$outputs/empty.json"
says 'New: 4 channels, 8 senders, 4 observers, 1 feedback loop, 1 problem, 1 unresolved use.' 0 \
    "$program" --index-store "$outputs/before" --root Before --compare "$outputs/empty.json"

# Only what is new counts: not the problem and the unresolved uses that both maps have.
status 'a new problem and a new unresolved use' 1 "${after[@]}" "${before[@]}" --strict
new=(--allow App.NewObserver --allow 'App.TitleObserver.titleDidChange()')
status 'a new unresolved use' 1 "${after[@]}" "${before[@]}" --strict "${new[@]}"
status 'nothing new' 0 "${after[@]}" "${before[@]}" --strict "${new[@]}" --allow 'Editor.types()'
status 'no new problem' 0 "$program" --index-store "$outputs/before" --root Before --compare "$outputs/before.json" --strict
passed=$((passed + 4))

# Names with markup, line ends and fences, in a map that somebody else made.
hostile=("$program" Evil bold Window --index-store "$outputs/after" --root After --compare hostile.json)
shows hostile.txt 0 "${hostile[@]}"
shows hostile.md 0 "${hostile[@]}" --markdown
shows hostile.json 0 "${hostile[@]}" --json

# The file is read before the folder of the package is entered.
cp "$outputs/before.json" "$outputs/old.json"
cd "$outputs"
shows compared.txt 0 "$program" --package-path "$here/Outputs" --index-store after --root "$here/Outputs/After" \
    --compare old.json
cd "$here/Outputs"
says '--compare missing.json: the file' 66 "${after[@]}" --compare missing.json
printf '{"added": []}' > "$outputs/old.json"
says "isn't a map. Write one with: broadcast-map --json > old.json" 66 "${after[@]}" --compare "$outputs/old.json"
says 'this is a map of channels. Omit --notifications' 66 "${after[@]}" "${before[@]}" --notifications
says 'this is a map of notifications. Add --notifications' 66 "${after[@]}" --compare "$outputs/before--notifications.json"
says '--markdown needs --compare' 64 "${after[@]}" --markdown
says '--compare prints text' 64 "${after[@]}" "${before[@]}" --mermaid
