#ifndef CWebAssets_h
#define CWebAssets_h

#include <stddef.h>

/// The page's style sheet and its script, as they stand in the files beside.
const unsigned char *web_page_css_start(void);
extern const size_t web_page_css_size;
const unsigned char *web_page_js_start(void);
extern const size_t web_page_js_size;

#endif
