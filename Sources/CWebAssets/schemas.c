#include "CWebAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// What the API answers, one by one, as the documentation has it. A test compares the names with those of the files.

static const unsigned char agenda_entry[] = {
#embed "../../Documentation/schemas/agenda-entry.json"
};
static const unsigned char alias[] = {
#embed "../../Documentation/schemas/alias.json"
};
static const unsigned char backlink[] = {
#embed "../../Documentation/schemas/backlink.json"
};
static const unsigned char change[] = {
#embed "../../Documentation/schemas/change.json"
};
static const unsigned char changed_task[] = {
#embed "../../Documentation/schemas/changed-task.json"
};
static const unsigned char conflict[] = {
#embed "../../Documentation/schemas/conflict.json"
};
static const unsigned char daily_note[] = {
#embed "../../Documentation/schemas/daily-note.json"
};
static const unsigned char exported_note[] = {
#embed "../../Documentation/schemas/exported-note.json"
};
static const unsigned char file[] = {
#embed "../../Documentation/schemas/file.json"
};
static const unsigned char finding[] = {
#embed "../../Documentation/schemas/finding.json"
};
static const unsigned char folder[] = {
#embed "../../Documentation/schemas/folder.json"
};
static const unsigned char git_change[] = {
#embed "../../Documentation/schemas/git-change.json"
};
static const unsigned char graph[] = {
#embed "../../Documentation/schemas/graph.json"
};
static const unsigned char heading[] = {
#embed "../../Documentation/schemas/heading.json"
};
static const unsigned char history_entry[] = {
#embed "../../Documentation/schemas/history-entry.json"
};
static const unsigned char index[] = {
#embed "../../Documentation/schemas/index.json"
};
static const unsigned char link[] = {
#embed "../../Documentation/schemas/link.json"
};
static const unsigned char mention[] = {
#embed "../../Documentation/schemas/mention.json"
};
static const unsigned char note[] = {
#embed "../../Documentation/schemas/note.json"
};
static const unsigned char note_length[] = {
#embed "../../Documentation/schemas/note-length.json"
};
static const unsigned char note_version[] = {
#embed "../../Documentation/schemas/note-version.json"
};
static const unsigned char property[] = {
#embed "../../Documentation/schemas/property.json"
};
static const unsigned char property_count[] = {
#embed "../../Documentation/schemas/property-count.json"
};
static const unsigned char property_value[] = {
#embed "../../Documentation/schemas/property-value.json"
};
static const unsigned char query_entry[] = {
#embed "../../Documentation/schemas/query-entry.json"
};
static const unsigned char referenced_note[] = {
#embed "../../Documentation/schemas/referenced-note.json"
};
static const unsigned char related_note[] = {
#embed "../../Documentation/schemas/related-note.json"
};
static const unsigned char search_hit[] = {
#embed "../../Documentation/schemas/search-hit.json"
};
static const unsigned char search_line[] = {
#embed "../../Documentation/schemas/search-line.json"
};
static const unsigned char setting[] = {
#embed "../../Documentation/schemas/setting.json"
};
static const unsigned char shown_change[] = {
#embed "../../Documentation/schemas/shown-change.json"
};
static const unsigned char shown_note[] = {
#embed "../../Documentation/schemas/shown-note.json"
};
static const unsigned char snapshot[] = {
#embed "../../Documentation/schemas/snapshot.json"
};
static const unsigned char stats[] = {
#embed "../../Documentation/schemas/stats.json"
};
static const unsigned char remote_outcome[] = {
#embed "../../Documentation/schemas/remote-sync.json"
};
static const unsigned char sync_outcome[] = {
#embed "../../Documentation/schemas/sync.json"
};
static const unsigned char tag[] = {
#embed "../../Documentation/schemas/tag.json"
};
static const unsigned char task[] = {
#embed "../../Documentation/schemas/task.json"
};
static const unsigned char task_count[] = {
#embed "../../Documentation/schemas/task-count.json"
};
static const unsigned char task_event[] = {
#embed "../../Documentation/schemas/task-event.json"
};
static const unsigned char trash_item[] = {
#embed "../../Documentation/schemas/trash-item.json"
};
static const unsigned char warning[] = {
#embed "../../Documentation/schemas/warning.json"
};
static const unsigned char watch[] = {
#embed "../../Documentation/schemas/watch.json"
};

static const struct web_schema schemas[] = {
    {"agenda-entry", agenda_entry, sizeof(agenda_entry)},
    {"alias", alias, sizeof(alias)},
    {"backlink", backlink, sizeof(backlink)},
    {"change", change, sizeof(change)},
    {"changed-task", changed_task, sizeof(changed_task)},
    {"conflict", conflict, sizeof(conflict)},
    {"daily-note", daily_note, sizeof(daily_note)},
    {"exported-note", exported_note, sizeof(exported_note)},
    {"file", file, sizeof(file)},
    {"finding", finding, sizeof(finding)},
    {"folder", folder, sizeof(folder)},
    {"git-change", git_change, sizeof(git_change)},
    {"graph", graph, sizeof(graph)},
    {"heading", heading, sizeof(heading)},
    {"history-entry", history_entry, sizeof(history_entry)},
    {"index", index, sizeof(index)},
    {"link", link, sizeof(link)},
    {"mention", mention, sizeof(mention)},
    {"note", note, sizeof(note)},
    {"note-length", note_length, sizeof(note_length)},
    {"note-version", note_version, sizeof(note_version)},
    {"property", property, sizeof(property)},
    {"property-count", property_count, sizeof(property_count)},
    {"property-value", property_value, sizeof(property_value)},
    {"query-entry", query_entry, sizeof(query_entry)},
    {"referenced-note", referenced_note, sizeof(referenced_note)},
    {"related-note", related_note, sizeof(related_note)},
    {"remote-sync", remote_outcome, sizeof(remote_outcome)},
    {"search-hit", search_hit, sizeof(search_hit)},
    {"search-line", search_line, sizeof(search_line)},
    {"setting", setting, sizeof(setting)},
    {"shown-change", shown_change, sizeof(shown_change)},
    {"shown-note", shown_note, sizeof(shown_note)},
    {"snapshot", snapshot, sizeof(snapshot)},
    {"stats", stats, sizeof(stats)},
    {"sync", sync_outcome, sizeof(sync_outcome)},
    {"tag", tag, sizeof(tag)},
    {"task", task, sizeof(task)},
    {"task-count", task_count, sizeof(task_count)},
    {"task-event", task_event, sizeof(task_event)},
    {"trash-item", trash_item, sizeof(trash_item)},
    {"warning", warning, sizeof(warning)},
    {"watch", watch, sizeof(watch)},
};

size_t web_schema_count(void) { return sizeof(schemas) / sizeof(schemas[0]); }

struct web_schema web_schema(size_t index) { return schemas[index]; }
