#ifndef VAULT_CMARK_ARENA_H
#define VAULT_CMARK_ARENA_H

#include <cmark.h>
#include <stddef.h>

/// Memory for one document: what cmark asks for piece by piece is cut from large blocks and given back all at once.
/// To be used by one thread from beginning to end.
typedef struct cmark_arena cmark_arena;

/// Makes an arena the one that cmark's requests on this thread are served from, until `cmark_arena_end`.
cmark_arena *cmark_arena_begin(void);

/// The document of `length` bytes of UTF-8; not to be freed by itself, like every iterator made from it.
cmark_node *cmark_arena_parse(const char *text, size_t length);

/// Frees the arena with all that was made in it.
void cmark_arena_end(cmark_arena *arena);

#endif
