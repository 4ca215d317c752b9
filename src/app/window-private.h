/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/diff/trace-diff.h"
#include "app/window.h"
#include "ui/bars/color-legend.h"
#include "ui/bars/find-bar.h"
#include "ui/bars/package-bar.h"
#include "ui/bars/range-bar.h"
#include "ui/bars/scope-bar.h"
#include "ui/bars/transform-bar.h"
#include "ui/calls/calls-view.h"
#include "ui/calltree/call-tree-view.h"
#include "ui/flame/flame-view.h"
#include "ui/notes/note-store.h"
#include "ui/notes/notes-popover.h"
#include "ui/profile/profile-panel.h"
#include "ui/query/query-view.h"
#include "ui/sidebar/side-bar.h"
#include "ui/timeline/timeline.h"
#include "ui/widgets/job.h"
#include "ui/widgets/later.h"
#include "ui/widgets/notice-bar.h"

G_BEGIN_DECLS

/* The names of the pages, as in window.ui. */
#define TV_PAGE_WELCOME "welcome"
#define TV_PAGE_LOADING "loading"
#define TV_PAGE_ERROR "error"
#define TV_PAGE_TRACE "trace"

/* A trace and the file it was read from. */
typedef struct _TvTraceSource TvTraceSource;
struct _TvTraceSource
{
  GFile *file;
  GFile *on_disk;       /* the file, or the archive that it is a member of */
  TvTrace *trace;       /* with only its own methods */
  char *etag;           /* the version of @on_disk; NULL if unknown */
  TvTraceSource *alone; /* the same without the trace that was added, or NULL */
  TvTrace *added;       /* the trace that was added */
  GFile *added_file;    /* its file */
  guint held_file;      /* of the two: the one that keeps its place in the timeline */
};

void tv_trace_source_unref (TvTraceSource *source);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTraceSource, tv_trace_source_unref)

struct _TvWindow
{
  GtkApplicationWindow parent_instance;

  /* Template children, borrowed */
  GtkLabel *title_label;
  GtkLabel *folder_label;
  GtkMenuButton *recent_button;
  GtkWidget *history_buttons;
  GtkWidget *trace_buttons;
  GtkMenuButton *menu_button;
  GtkMenuButton *view_button;
  GtkMenuButton *threads_button;
  GtkMenuButton *notes_button;
  GtkWidget *find_button;
  TvNotesPopover *notes_popover;
  GtkStack *pages;
  GtkWidget *welcome_button;
  GtkListBox *recent_list;
  GtkWidget *recent_box;
  GtkLabel *loading_label;
  GtkProgressBar *progress_bar;
  GtkWidget *cancel_button;
  GtkLabel *error_title;
  GtkLabel *error_label;
  GtkWidget *error_button;
  GtkWidget *warnings_bar;
  GtkLabel *warnings_summary;
  GtkWidget *warnings_button;
  GtkListBox *warnings_list;
  TvNoticeBar *notice;
  GtkPaned *side_paned;
  TvSideBar *side_bar;
  GtkPaned *paned;
  TvTimeline *timeline;
  GtkPaned *timelines;
  GtkWidget *compare_bar;
  GtkLabel *compare_label;
  GtkWidget *join_bar;
  GtkSpinButton *join_offset;
  GtkWidget *base_box;
  GtkLabel *base_label;
  TvTimeline *base_timeline;
  TvRangeBar *base_range_bar;
  TvScopeBar *base_scope_bar;
  TvRangeBar *range_bar;
  TvScopeBar *scope_bar;
  TvFindBar *find_bar;
  TvTransformBar *transform_bar;
  GtkStack *views;
  GtkStack *options;     /* of the visible view */
  GtkWidget *tabs;       /* of the views */
  GtkWidget *last_focus; /* the last one that was in no popover */
  TvProfilePanel *profile_panel;
  TvCallsView *calls_view;
  TvCallTreeView *call_tree;
  TvCallTreeView *callers_callees;
  TvProfilePanel *callers_list; /* beside them */
  TvPackageBar *package_bar;
  TvFlameView *flame_view;
  TvQueryView *query_view;

  /* Owned */
  GSettings *settings;
  GFile *file; /* of the current page */
  TvTraceSession *session;
  TvTraceSource *sources[TV_N_DIFF_SIDES]; /* of the session and its base; or NULL */
  GFileMonitor *monitors[TV_N_DIFF_SIDES]; /* of their files; or NULL */
  TvLater *checking_files;                 /* when they no longer change */
  char *recent_uris;
  char *event; /* whose samples are shown, if the file has several; or NULL */
  TvNoteStore *note_store; /* of the session's trace */
  TvNote *removed_note;    /* the note that can be restored, or NULL */

  TvTraceKind menu_kind; /* of the trace whose words are in the menus */
  gboolean is_wide;      /* enough for the side bar */
  gboolean is_roomy;     /* enough for buttons that are also in a menu */
  int side_width;        /* of the side bar */
  int side_room;         /* the width that @side_width was applied to */

  double split; /* the timeline's share of the height, 0 to 1; a maximum by default */
  /* In pixels: the range and the position when @split was last applied */
  int max_split;
  int placed_split;
  gboolean by_share;   /* shares are compared where amounts can be, too */
  gboolean own_scales; /* compared timelines zoom each for itself */
  int split_height;    /* of two timelines; 0 before they have room */

  /* The current load, if any */
  GCancellable *cancellable;
  GFile *next_base;    /* is read next, or being read; or NULL */
  TvTraceSource *read; /* waits for the base; or NULL */
  GFile *next_added;   /* is read and added next, or NULL */
  gint64 next_offset;  /* of that */
  GHashTable *offsets; /* by files: those that were chosen */
  TvJob *join_job;     /* makes one trace of two */
  TvLater *joining;    /* when the offset no longer changes */
  TvJob *sums_job;     /* adds up the traces that were read */

  TvJob *drop_job;
  TvTableCopier *copier;
  TvJob *picture_job; /* writes the flame graph */

  /* Names from mapping files */
  TvTrace *plain_trace; /* the session's trace with the names of its file */
  TvTrace *named_trace; /* the same with the names of @mappings, before the style */
  GPtrArray *mappings;  /* of GFile, or NULL */
  guint n_renamed;      /* number of methods that @mappings rename */
  TvJob *naming_job;
  TvJob *event_job;
  GSignalGroup *event_signals[TV_N_DIFF_SIDES];
  TvEventRow *event_rows[TV_N_DIFF_SIDES]; /* of rules; borrowed, or NULL */
};

typedef struct
{
  const char *name;
  GCallback run;
  const char *parameter; /* its type, NULL for none */
  const char *state;     /* the initial state, NULL for none */
} TvWindowAction;

void tv_window_add_actions (TvWindow *self, const TvWindowAction *actions, guint n);
void tv_window_set_enabled (TvWindow *self, const char *name, gboolean enabled);

void tv_window_show_page (TvWindow *self, const char *page);
char *tv_window_dup_file_name (GFile *file);
char *tv_window_dup_folder_name (GFile *file);
void tv_window_set_file (TvWindow *self, GFile *file);
void tv_window_update_subtitle (TvWindow *self);
void tv_window_set_session (TvWindow *self, TvTraceSession *session);

void tv_window_update_actions (TvWindow *self);
void tv_window_place_split (TvWindow *self);

void tv_window_init_mapping (TvWindow *self);
void tv_window_on_trace_changed (TvWindow *self);
gboolean tv_window_stop_naming (TvWindow *self);
char *tv_window_dup_names_text (TvWindow *self);

void tv_window_show_recent_button (TvWindow *self);
void tv_window_show_notes_button (TvWindow *self);
void tv_window_init_source (TvWindow *self);
void tv_window_init_preferences (TvWindow *self);

void tv_window_init_compare (TvWindow *self);
void tv_window_show_base (TvWindow *self);
void tv_window_announce_comparison (TvWindow *self, gboolean has_common);
void tv_window_show_traces (TvWindow *self, TvTraceSource *source, TvTraceSource *base,
                            const char *sentence);

guint64 tv_window_get_memory_limit (TvWindow *self);

void tv_window_init_join (TvWindow *self);
void tv_window_update_join (TvWindow *self);
void tv_window_join (TvWindow *self, GFile *file, TvTrace *trace);
void tv_window_refuse_added (TvWindow *self, GFile *file, const GError *error);

void tv_window_save_flame_graph (TvWindow *self, GFile *file);
void tv_window_choose_flame_graph (TvWindow *self);
void tv_window_export (TvWindow *self);

void tv_window_init_views (TvWindow *self);
void tv_window_update_titles (TvWindow *self);
void tv_window_focus_view (TvWindow *self);

void tv_window_init_events (TvWindow *self);
void tv_window_update_events (TvWindow *self);

void tv_window_init_notes (TvWindow *self);
void tv_window_update_notes (TvWindow *self);

void tv_window_update_warnings (TvWindow *self);

void tv_window_init_side_bar (TvWindow *self);
void tv_window_watch_width (TvWindow *self);

void tv_window_init_menus (TvWindow *self);
void tv_window_update_menus (TvWindow *self);

void tv_window_init_keys (TvWindow *self);
void tv_window_init_shortcuts (TvWindow *self);

void tv_window_init_open (TvWindow *self);

/* The texts of a file dialog. They are translated when it opens. */
typedef struct
{
  const char *title;
  const char *accept;
  const char *filter;   /* NULL for all files */
  const char *suffixes; /* separated by spaces */
  gboolean several;
  void (*chosen) (TvWindow *self, GPtrArray *files);
} TvFileQuestion;

void tv_window_ask_for_files (TvWindow *self, const TvFileQuestion *question,
                              const char *name);
void tv_window_choose_trace (TvWindow *self);
void tv_window_choose_base (TvWindow *self);
void tv_window_choose_added (TvWindow *self);
void tv_window_choose_mapping (TvWindow *self);
void tv_window_remember_file (GFile *file);
void tv_window_forget_file (GFile *file);

void tv_window_stop_loading (TvWindow *self);
void tv_window_choose_event (TvWindow *self, GVariant *event);
void tv_window_update_event (TvWindow *self);
void tv_window_stop_watching (TvWindow *self);
void tv_window_refuse_file (TvWindow *self, GFile *file, const char *sentence);

G_END_DECLS
