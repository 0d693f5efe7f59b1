import VaultCore
import VaultStore

extension RecordFields where Record == PropertyCount {
  package static var property: RecordFields {
    RecordFields([
      Field("name") { .text($0.key) },
      Field("types") { .texts($0.types) },
      Field("count") { .integer($0.count) },
    ])
  }
}

extension RecordFields where Record == PropertyValueCount {
  package static var propertyValue: RecordFields {
    RecordFields([
      Field("value", isOpen: true) { $0.value },
      Field("count") { .integer($0.count) },
    ])
  }
}
