import Testing
import WithTrait
import WithoutTrait

@Test("a package that doesn't enable the trait works beside one that does")
@MainActor
func bothPackages() async {
    #expect(await downloadAndReceive() == 1)
    #expect(await uploadAndReceive() == 1)
}
