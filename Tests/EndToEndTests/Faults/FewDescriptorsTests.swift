import Testing

/// A process may have no more than so many files open, and a change has more folders than that.
@Suite("Few descriptors")
struct FewDescriptorsTests {
  @Test func manyFoldersAreChanged() throws {
    let outcome = try Sandbox(notes: false).run(
      """
      vault init . >/dev/null
      i=0; while [ $i -lt 600 ]; do i=$((i+1)); mkdir "f$i"; echo "#old and [[f1/note]]" > "f$i/note.md"; done
      ulimit -n 256
      changed() { grep -rl --include='*.md' "$1" . | wc -l; }
      vault tag rename old new --yes >/dev/null; echo "$?: $(changed '#new')"
      vault mv f1 moved/g1 --yes >/dev/null; echo "$?: $(changed 'g1/note')"
      vault undo 2 >/dev/null; echo "$?: $(changed '#old') $(changed '[[]f1/note')"
      vault export --json > "$RESULTS/all.json"; vault import "$RESULTS/all.json" --into in --yes >/dev/null
      echo "$?: $(changed '#old')"; vault undo >/dev/null; echo "$?: $(changed '#old')"
      """)
    #expect(outcome.text == "0: 600\n0: 600\n0: 600 600\n0: 1200\n0: 600\n", "\(outcome.errorText)")
  }
}
