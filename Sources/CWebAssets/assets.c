#include "CWebAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char css[] = {
#embed "page.css"
    ,
#embed "changes.css"
    ,
#embed "drawings.css"
    ,
#embed "search.css"
    ,
#embed "settings.css"
};
const size_t web_page_css_size = sizeof(css);
const unsigned char *web_page_css_start(void) { return css; }

// One script, in the order in which its parts need each other.
static const unsigned char js[] = {
#embed "page.js"
    ,
#embed "typed.js"
    ,
#embed "offers.js"
    ,
#embed "search.js"
    ,
#embed "keys.js"
    ,
#embed "live.js"
    ,
#embed "actions.js"
    ,
#embed "taskfields.js"
    ,
#embed "select.js"
    ,
#embed "swipe.js"
    ,
#embed "more.js"
    ,
#embed "drawings.js"
    ,
#embed "drafts.js"
    ,
#embed "editor.js"
    ,
#embed "lines.js"
    ,
#embed "complete.js"
    ,
#embed "toolbar.js"
    ,
#embed "attach.js"
    ,
#embed "preview.js"
    ,
#embed "kept.js"
};
const size_t web_page_js_size = sizeof(js);
const unsigned char *web_page_js_start(void) { return js; }

// A worker is a script of its own.
static const unsigned char worker[] = {
#embed "worker.js"
};
const size_t web_worker_js_size = sizeof(worker);
const unsigned char *web_worker_js_start(void) { return worker; }
