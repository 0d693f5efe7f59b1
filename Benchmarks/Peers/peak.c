/* Runs a command and writes what it took, as JSON, into a file: peak memory in bytes, seconds of time and of the
   processor. Ends with the command's own status. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval value) {
  return (double)value.tv_sec + (double)value.tv_usec / 1e6;
}

static double now(void) {
  struct timespec value;
  clock_gettime(CLOCK_MONOTONIC, &value);
  return (double)value.tv_sec + (double)value.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
  if (count < 3) {
    fprintf(stderr, "usage: peak FILE COMMAND [ARGUMENT ...]\n");
    return 64;
  }
  double start = now();
  pid_t child = fork();
  if (child < 0) {
    perror("peak: fork");
    return 2;
  }
  if (child == 0) {
    execvp(arguments[2], arguments + 2);
    fprintf(stderr, "peak: %s: %s\n", arguments[2], strerror(errno));
    _exit(127);
  }
  int status;
  struct rusage usage;
  while (wait4(child, &status, 0, &usage) < 0) {
    if (errno != EINTR) {
      perror("peak: wait4");
      return 2;
    }
  }
  double wall = now() - start;
#ifdef __APPLE__
  long long peak = usage.ru_maxrss;
#else
  long long peak = (long long)usage.ru_maxrss * 1024;
#endif
  FILE *report = fopen(arguments[1], "w");
  if (!report) {
    fprintf(stderr, "peak: %s: %s\n", arguments[1], strerror(errno));
    return 2;
  }
  fprintf(report, "{\"peakBytes\": %lld, \"wall\": %.6f, \"user\": %.6f, \"system\": %.6f}\n", peak, wall,
          seconds(usage.ru_utime), seconds(usage.ru_stime));
  if (fclose(report)) {
    fprintf(stderr, "peak: %s: %s\n", arguments[1], strerror(errno));
    return 2;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
