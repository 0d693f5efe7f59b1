#include "cmark_arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Below the size from which glibc tidies its free lists with every free.
enum { block_size = 32 * 1024, alignment = 16 };

typedef struct block {
  struct block *next;
  size_t used, size;
  _Alignas(alignment) char bytes[];
} block;

struct cmark_arena {
  block *newest;
};

// In front of each piece.
typedef struct {
  _Alignas(alignment) size_t size;
} header;

static _Thread_local cmark_arena *current;

static size_t aligned(size_t size) {
  if (size > SIZE_MAX / 2) abort();
  return (size + alignment - 1) / alignment * alignment;
}

static void *take(size_t size) {
  size_t needed = sizeof(header) + aligned(size);
  block *from = current->newest;
  if (!from || from->size - from->used < needed) {
    size_t room = needed > block_size ? needed : block_size;
    block *fresh = malloc(sizeof(block) + room);
    // As cmark itself does: there is no way to report it.
    if (!fresh) abort();
    *fresh = (block){.next = from, .used = 0, .size = room};
    current->newest = from = fresh;
  }
  header *head = (header *)(from->bytes + from->used);
  head->size = size;
  from->used += needed;
  return head + 1;
}

static void *arena_calloc(size_t count, size_t size) {
  size_t all;
  if (__builtin_mul_overflow(count, size, &all)) abort();
  return memset(take(all), 0, all);
}

static void *arena_realloc(void *old, size_t size) {
  if (!old) return take(size);
  header *head = (header *)old - 1;
  if (size <= head->size) return old;
  // Text that grows is mostly the latest piece, and stays where it is.
  block *from = current->newest;
  size_t more = aligned(size) - aligned(head->size);
  if ((char *)old + aligned(head->size) == from->bytes + from->used && from->size - from->used >= more) {
    from->used += more;
    head->size = size;
    return old;
  }
  void *moved = take(size);
  return memcpy(moved, old, head->size);
}

static void arena_free(void *piece) { (void)piece; }

static cmark_mem memory = {arena_calloc, arena_realloc, arena_free};

cmark_arena *cmark_arena_begin(void) {
  cmark_arena *arena = calloc(1, sizeof(cmark_arena));
  if (!arena) abort();
  current = arena;
  return arena;
}

cmark_node *cmark_arena_parse(const char *text, size_t length) {
  cmark_parser *parser = cmark_parser_new_with_mem(CMARK_OPT_DEFAULT, &memory);
  cmark_parser_feed(parser, text, length);
  return cmark_parser_finish(parser);
}

void cmark_arena_end(cmark_arena *arena) {
  for (block *each = arena->newest, *next; each; each = next) {
    next = each->next;
    free(each);
  }
  free(arena);
  current = NULL;
}
