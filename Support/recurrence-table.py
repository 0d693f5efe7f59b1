#!/usr/bin/env python3
"""recurrence-table.py COUNT SEED: random rules and dates, with the next date by python-dateutil.

Prints lines of a rule's text, the date that it counts from, the next date (`-` for none), and the word `moved` where
Obsidian Tasks moves a day back that its month does not have. The text and the rule for dateutil are made side by side,
so that reading the text is checked as well.
"""

import random
import sys
from datetime import datetime, timedelta

from dateutil.rrule import DAILY, MONTHLY, WEEKLY, YEARLY, rrule, weekday

WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
MONTHS = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
]
LAST_DAY = datetime(9999, 12, 31)


def ordinal(n):
    if n == -1:
        return "last"
    count = abs(n)
    suffix = "th" if count % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th")
    return f"{count}{suffix}" + (" last" if n < 0 else "")


def joined(words):
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def pick_interval(r):
    return r.choice([1, 1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 11, 12, 13, 24, r.randint(1, 60), r.randint(1, 2000)])


def every(interval, unit):
    return f"every {unit}" if interval == 1 else f"every {interval} {unit}s"


def month_days(r):
    return sorted(set(r.choice([1, 2, 13, 15, 28, 29, 30, 31, -1, -1, -2, -28, -31, r.randint(1, 31)])
                      for _ in range(r.choice([1, 1, 2, 3]))))


def counted_weekdays(r, limit):
    found = {}
    for _ in range(r.choice([1, 1, 2])):
        found[(r.randrange(7), r.choice([1, 2, 3, 4, 5, -1, -2, -5, r.randint(1, limit), -r.randint(1, limit)]))] = True
    return list(found)


def days_of(r, limit, can_be_plain=True):
    """Text after `on the` (or `on`) and arguments for dateutil."""
    kind = r.randrange(5 if can_be_plain else 4)
    if kind < 2:
        days = month_days(r)
        return " on the " + joined([ordinal(d) for d in days]), {"bymonthday": days}
    if kind < 4:
        days = counted_weekdays(r, limit)
        return (" on the " + joined([ordinal(n) + " " + WEEKDAYS[d] for d, n in days]),
                {"byweekday": [weekday(d)(n) for d, n in days]})
    names = sorted(r.sample(range(7), r.choice([1, 1, 2, 3])))
    return " on " + ", ".join(WEEKDAYS[d] for d in names), {"byweekday": names}


def random_rule(r):
    """Text, frequency, arguments, and for months and years alone the number of months."""
    interval = pick_interval(r)
    kind = r.randrange(15)
    if kind == 0:
        return every(interval, "day"), DAILY, {"interval": interval}, None
    if kind == 1:
        return every(interval, "week"), WEEKLY, {"interval": interval}, None
    if kind == 2:
        return "every weekday", WEEKLY, {"byweekday": range(5)}, None
    if kind in (3, 4):
        days = sorted(r.sample(range(7), r.choice([1, 1, 2, 3, 5])))
        text = " on " + ", ".join(WEEKDAYS[d] for d in days)
        return every(interval, "week") + text, WEEKLY, {"interval": interval, "byweekday": days}, None
    if kind == 5:
        day = r.randrange(7)
        date = r.randint(1, 31)
        return (f"every {WEEKDAYS[day]} the {ordinal(date)}", WEEKLY, {"byweekday": day, "bymonthday": date}, None)
    if kind in (6, 7):
        return every(interval, "month"), MONTHLY, {"interval": interval}, interval
    if kind in (8, 9):
        text, days = days_of(r, 5)
        return every(interval, "month") + text, MONTHLY, {"interval": interval, **days}, None
    if kind == 10:
        interval = min(interval, 60)
        return every(interval, "year"), YEARLY, {"interval": interval}, interval * 12
    if kind in (11, 12):
        months = sorted(r.sample(range(1, 13), r.choice([1, 1, 2, 3])))
        text, days = days_of(r, 5) if r.randrange(4) else ("", {})
        return "every " + joined([MONTHS[m - 1] for m in months]) + text, YEARLY, {"bymonth": months, **days}, None
    if kind == 13:
        # Rare days, and some that never are.
        month, day = r.choice([2, 2, 4, 11, 12]), r.choice([29, 29, 30, 31, -29, -31])
        return (f"every {MONTHS[month - 1]} on the {ordinal(day)}", YEARLY, {"bymonth": month, "bymonthday": day}, None)
    interval = min(interval, 12)
    text, days = days_of(r, 53)
    return every(interval, "year") + text, YEARLY, {"interval": interval, **days}, None


def random_date(r, is_plain):
    first = datetime(1990, 1, 1)
    if r.randrange(20) == 0:
        return datetime(1600, 1, 1) + timedelta(days=r.randrange(292194))
    date = first + timedelta(days=r.randrange(40000))
    if r.randrange(4) < (3 if is_plain else 1):
        # Ends of months, leap days among them.
        date = (date.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=r.choice([1, 1, 1, 2, 3]))
    return date


def first_after(frequency, arguments, date):
    return rrule(frequency, dtstart=date, until=LAST_DAY, **arguments).after(date)


def next_date(frequency, arguments, months, date):
    """The next date, and whether Obsidian Tasks has moved it back: it asks again from the day before, as long as the
    answer skips a month or year that was meant."""
    found = first_after(frequency, arguments, date)
    if months is None:
        return found, False
    unit = 12 if frequency == YEARLY else 1
    moved = False
    start = date

    def skips():
        if found is None:
            return True
        if unit == 12:
            return (found.year - start.year) * 12 > months
        return (found.year - start.year) * 12 + found.month - start.month > months

    while skips() and start.month == date.month:
        start -= timedelta(days=1)
        found = first_after(frequency, arguments, start)
        moved = True
    return found, moved


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    r = random.Random(seed)
    for _ in range(count):
        text, frequency, arguments, months = random_rule(r)
        date = random_date(r, months is not None)
        found, moved = next_date(frequency, arguments, months, date)
        print(text, date.date(), found.date() if found else "-", *(["moved"] if moved else []), sep="\t")


if __name__ == "__main__":
    main()
