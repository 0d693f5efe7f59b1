import Foundation

// What a Swift program with Foundation takes to start, look at its arguments and end.
let arguments = ProcessInfo.processInfo.arguments
print(arguments.count > 1 ? "hello, \(arguments[1])" : "hello")
