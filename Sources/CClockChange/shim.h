#ifndef VAULT_CLOCK_CHANGE_H
#define VAULT_CLOCK_CHANGE_H

#ifdef __linux__

// Declared here, since Swift's view of glibc lacks timerfd_create(2).
extern int timerfd_create(int clock, int flags);
extern int timerfd_settime(int timer, int flags, const void *time, void *former);

/// A timer of the clock that people set, which does not wait; -1 on failure.
static inline int clock_change_timer(void) {
  enum { realtime = 0, close_on_exec = 02000000, nonblocking = 04000 };
  return timerfd_create(realtime, close_on_exec | nonblocking);
}

/// Lets the timer be readable at that time, in seconds since 1970, and when the clock is set or the machine wakes from
/// sleep.
static inline int clock_change_wait_until(int timer, long seconds, long nanoseconds) {
  enum { absolute = 1, cancel_on_set = 2 };
  // The interval, and the time.
  const long time[4] = {0, 0, seconds, nanoseconds};
  return timerfd_settime(timer, absolute | cancel_on_set, time, (void *)0);
}

#endif
#endif
