extension String {
  /// As a shell takes it for one word that means itself.
  ///
  /// By scalars: to a shell a quote is one whatever mark stands behind it, while Swift takes both for one character.
  package var shellWord: String {
    let isPlain = !isEmpty && utf8.allSatisfy { $0 > 0x20 && !"!\"#$&'()*;<=>?[\\]^`{|}~\u{7F}".utf8.contains($0) }
    if isPlain { return self }
    var word = "'"
    for scalar in unicodeScalars {
      if scalar == "'" { word += "'\\''" } else { word.unicodeScalars.append(scalar) }
    }
    return word + "'"
  }
}
