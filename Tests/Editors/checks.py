"""What a script finds not to be right, and how it ends."""

import sys
import time

problems = []


def expect(condition, words):
    if not condition:
        problems.append(words)


def until(condition, words, seconds=60):
    """Waits for something that scripts or the server bring about. `words` may be a function, for what is known in the end."""
    deadline = time.time() + seconds
    while time.time() < deadline:
        try:
            if condition():
                return True
        except Exception:  # What is asked about may not be there yet.
            pass
        time.sleep(0.05)
    problems.append(words() if callable(words) else words)
    return False


def step(name, run):
    """The other steps still tell something where one fails. `--times` says how long each takes."""
    start, count = time.time(), len(problems)
    try:
        run()
    except Exception as error:
        problems.append(f"{type(error).__name__}: {error}".strip())
    for place in range(count, len(problems)):
        problems[place] = f"{name}: {problems[place]}"
    if "--times" in sys.argv:
        print(f"{name}: {time.time() - start:.1f} s")


def finish(words="all is well"):
    """Ends with 1 and a sentence for each thing that is not right."""
    for problem in problems[:60]:
        print(problem)
    if not problems:
        print(words)
    sys.exit(1 if problems else 0)
