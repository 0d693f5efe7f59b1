import Testing

@testable import VaultCore

@Suite("Recurrence in todo.txt")
struct RecurrenceTodoTxtTests {
  @Test(arguments: [
    ("every day", "+1d"), ("every 3 days when done", "3d"), ("every 2 weeks", "+2w"), ("every month", "+1m"),
    ("every year when done", "1y"), ("every weekday", "+1b"), ("every weekday when done", "1b"),
  ])
  func comesAndGoes(_ rule: String, _ value: String) throws {
    let recurrence = try #require(Recurrence(rule))
    #expect(recurrence.todoTxt == value)
    #expect(Recurrence(todoTxt: value) == recurrence)
  }

  @Test(arguments: [
    "every week on Monday", "every month on the 1st", "every January", "every 2 weeks on weekdays",
    "every day for 3 times",
  ])
  func hasNoWordForTheRest(_ rule: String) throws {
    #expect(try #require(Recurrence(rule)).todoTxt == nil)
  }

  @Test(arguments: [
    "", "+", "w", "+w", "1", "0d", "-1d", "++1d", "+-1d", "1h", "2b", "100000d", "1 d", "é", "99999999999999999999d",
  ])
  func nothingElseIsOne(_ value: String) {
    #expect(Recurrence(todoTxt: value) == nil)
  }
}
