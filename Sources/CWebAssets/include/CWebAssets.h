#ifndef CWebAssets_h
#define CWebAssets_h

#include <stddef.h>

/// The page's style sheet and its script, as they stand in the files beside.
const unsigned char *web_page_css_start(void);
extern const size_t web_page_css_size;
const unsigned char *web_page_js_start(void);
extern const size_t web_page_js_size;
/// The script that keeps notes for when the server is away.
const unsigned char *web_worker_js_start(void);
extern const size_t web_worker_js_size;

/// A schema of what the API answers, by its name: `note`.
struct web_schema {
  const char *name;
  const unsigned char *start;
  size_t size;
};
size_t web_schema_count(void);
struct web_schema web_schema(size_t index);

#endif
