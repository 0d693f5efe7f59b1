/// The version of all programs of the project, which are of use only together with the others of the same version.
package enum ProgramVersion {
  package static let text = "0.1.0"
}
