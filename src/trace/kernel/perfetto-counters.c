/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/kernel/perfetto-counters.h"

#include "trace/model/id-map.h"
#include "trace/tables/java-text.h"

#include <string.h>

#define BYTES "bytes"
#define KIB 1024.0

struct _TvPerfettoCounters
{
  TvRunBuilder *builder;
  TvSystemBuilder *system;
  TvSystemTasks *tasks;
  TvIdMap memories; /* numbers of address spaces to threads */
};

/**
 * tv_perfetto_counters_new:
 * @builder: receives the values
 * @tasks: knows the threads
 *
 * Returns: (transfer full): counters without values, which both must outlive
 */
TvPerfettoCounters *
tv_perfetto_counters_new (TvRunBuilder *builder, TvSystemTasks *tasks)
{
  TvPerfettoCounters *self = g_new0 (TvPerfettoCounters, 1);

  self->builder = builder;
  self->system = tv_run_builder_get_system (builder);
  self->tasks = tasks;
  tv_id_map_init (&self->memories);
  return self;
}

/**
 * tv_perfetto_counters_free:
 * @self: (transfer full) (nullable): what to free
 */
void
tv_perfetto_counters_free (TvPerfettoCounters *self)
{
  if (self == NULL)
    return;
  tv_id_map_clear (&self->memories);
  g_free (self);
}

/* Counters of all kinds */

static void
add_value (TvPerfettoCounters *self, TvCounterSpec *spec, gint64 time, double value)
{
  const guint32 counter = tv_system_builder_add_counter (self->system, spec);

  if (counter != G_MAXUINT32)
    (void) tv_system_builder_add_value (self->system, counter, time, value);
}

static void
add_global (TvPerfettoCounters *self, gint64 time, const char *name, const char *unit,
            double value)
{
  TvCounterSpec spec = { .kind = TV_TRACK_GLOBAL,
                         .process = TV_PROCESS_NONE,
                         .track = TV_THREAD_NONE,
                         .name = name,
                         .unit = unit };

  add_value (self, &spec, time, value);
}

static void
add_of_process (TvPerfettoCounters *self, gint64 time, gint64 pid, const char *name,
                const char *unit, double value)
{
  TvCounterSpec spec
      = { .kind = TV_TRACK_PROCESS,
          .process = tv_run_builder_add_process (self->builder, pid, NULL),
          .track = TV_THREAD_NONE,
          .name = name,
          .unit = unit };

  if (spec.process != TV_PROCESS_NONE)
    add_value (self, &spec, time, value);
}

/* A thread whose process is not known may be the first of one that is. */
static void
add_of_threads_process (TvPerfettoCounters *self, gint64 time, gint64 tid,
                        const char *name, const char *unit, double value)
{
  gint64 pid = tv_system_tasks_get_process (self->tasks, tid);

  if (pid < 0 && tv_run_builder_find_process (self->builder, tid) != TV_PROCESS_NONE)
    pid = tid;
  if (pid >= 0)
    add_of_process (self, time, pid, name, unit, value);
}

static void
add_of_thread (TvPerfettoCounters *self, gint64 time, gint64 tid, const char *name,
               const char *unit, double value)
{
  TvCounterSpec spec = { .kind = TV_TRACK_THREAD,
                         .process = TV_PROCESS_NONE,
                         .track = tv_system_tasks_get_track (self->tasks, tid),
                         .name = name,
                         .unit = unit };

  if (spec.track != TV_THREAD_NONE)
    add_value (self, &spec, time, value);
}

static void
add_of_cpu (TvPerfettoCounters *self, gint64 time, guint64 cpu, const char *name,
            double value)
{
  if (cpu < TV_CPU_NONE)
    (void) tv_system_builder_add_cpu_value (self->system, name, (guint32) cpu, time,
                                            value);
}

static char *
dup_text (const TvProtoField *field)
{
  return tv_java_text_dup_utf8 (field->data != NULL ? (const char *) field->data : "",
                                field->size);
}

/* Events of the kernel */

/* Counters whose name an event gives: in which field, and where the value is. */
static const struct
{
  guint32 kind;
  const char *format;
  guint name;
  guint value;
} named_counters[] = {
  { 14, "%s State", 1, 2 },        { 15, "%s State", 1, 2 },
  { 16, "%s Frequency", 1, 2 },    { 322, "%s Frequency", 1, 2 },
  { 341, "%s Temperature", 4, 2 }, { 342, "%s Cooling Device", 2, 1 },
};

static gboolean
add_named (TvPerfettoCounters *self, guint32 kind, gint64 time,
           const TvProtoField *fields)
{
  for (guint i = 0; i < G_N_ELEMENTS (named_counters); i++)
    if (named_counters[i].kind == kind)
      {
        g_autofree char *own_name = dup_text (&fields[named_counters[i].name]);
        g_autoptr (GString) name = g_string_new (named_counters[i].format);

        g_string_replace (name, "%s", own_name, 1);
        add_global (self, time, name->str, NULL,
                    (double) (gint64) fields[named_counters[i].value].value);
        return TRUE;
      }
  return FALSE;
}

/* What an address space takes: kind 1, size 2, whether it is that of the thread 3,
 * number 4. */
static void
add_rss (TvPerfettoCounters *self, gint64 time, gint64 tid, const TvProtoField *fields)
{
  static const char *const names[]
      = { "mem.rss.file", "mem.rss.anon", "mem.swap", "mem.rss.shmem" };
  const gboolean is_own = fields[3].number == 0 || fields[3].value != 0;

  if (fields[1].value >= G_N_ELEMENTS (names))
    return;
  if (fields[4].number != 0)
    {
      if (is_own)
        tv_id_map_set (&self->memories, fields[4].value, (guint32) tid);
      else
        tid = tv_id_map_get (&self->memories, fields[4].value);
      if (tid == TV_ID_MAP_NONE)
        return;
    }
  add_of_threads_process (self, time, tid, names[fields[1].value], BYTES,
                          (double) MAX ((gint64) fields[2].value, 0));
}

/* Latencies of memory: average 1, count 2, maximum 3, of what 4. */
static void
add_mm (TvPerfettoCounters *self, gint64 time, gint64 tid, const TvProtoField *fields)
{
  static const char *const names[] = { "min_flt", "maj_flt", "read_io",   "compaction",
                                       "reclaim", "swp_flt", "kern_alloc" };
  static const char *const parts[] = { NULL, "avg_lat", "count", "max_lat" };

  for (guint i = 1; fields[4].value < G_N_ELEMENTS (names) && i < G_N_ELEMENTS (parts);
       i++)
    {
      g_autofree char *name
          = g_strdup_printf ("mem.mm.%s.%s", names[fields[4].value], parts[i]);

      add_of_threads_process (self, time, tid, name, NULL, (double) fields[i].value);
    }
}

/* Memory of devices: bytes that came or went 2, all of them 3. Older kernels give the
 * sum before, and the name of a heap 1. */
static void
add_heap (TvPerfettoCounters *self, guint32 kind, gint64 time, gint64 tid,
          const TvProtoField *fields)
{
  const gboolean is_old = kind == 314 || kind == 315;
  const double change = (double) (gint64) fields[2].value * (kind == 314 ? -1 : 1);
  const double total = (double) (gint64) fields[3].value + (is_old ? change : 0);
  g_autofree char *heap = is_old ? dup_text (&fields[1]) : NULL;
  const char *kind_name = kind == 351 ? "dma_heap" : "ion";
  const char *suffix = !is_old ? "" : *heap != '\0' ? heap : "unknown";
  g_autofree char *name
      = g_strdup_printf ("mem.%s%s%s", kind_name, is_old ? "." : "", suffix);
  g_autofree char *change_name
      = g_strdup_printf ("mem.%s_change%s%s", kind_name, is_old ? "." : "", suffix);

  add_global (self, time, name, BYTES, total);
  add_of_thread (self, time, tid, change_name, BYTES, change);
}

/* Memory of a GPU: process 2, or 0 for all, bytes 3. */
static void
add_gpu_memory (TvPerfettoCounters *self, gint64 time, const TvProtoField *fields)
{
  const double value = (double) fields[3].value;

  if (fields[2].value == 0)
    add_global (self, time, "GPU Memory", BYTES, value);
  else
    add_of_threads_process (self, time, (gint32) fields[2].value, "GPU Memory", BYTES,
                            value);
}

/* Limits of the frequency of a processor: lowest 1, highest 2, processor 3. */
static void
add_limits (TvPerfettoCounters *self, gint64 time, const TvProtoField *fields)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *name
          = g_strdup_printf (i == 0 ? "Cpu %u Min Freq Limit" : "Cpu %u Max Freq Limit",
                             (guint) fields[3].value);

      add_of_cpu (self, time, fields[3].value, name, (double) fields[i + 1].value);
    }
}

/* What the scheduler thinks of a processor: capacity 2, processor 4, utilization 6,
 * running threads 11. */
static void
add_utilization (TvPerfettoCounters *self, gint64 time, const TvProtoField *fields)
{
  static const struct
  {
    const char *name;
    guint field;
  } counters[] = { { "Util", 6 }, { "Cap", 2 }, { "Nr Running", 11 } };

  for (guint i = 0; i < G_N_ELEMENTS (counters); i++)
    {
      g_autofree char *name
          = g_strdup_printf ("Cpu %u %s", (guint) fields[4].value, counters[i].name);

      add_of_cpu (self, time, fields[4].value, name,
                  (double) fields[counters[i].field].value);
    }
}

/**
 * tv_perfetto_counters_add_event:
 * @self: counters
 * @kind: what Perfetto numbers the event
 * @time: nanoseconds on the clock of the file
 * @tid: the number of its thread
 * @fields: (array fixed-size=15): its fields by number
 *
 * Adds the counters of an event of the kernel.
 *
 * Returns: whether it has any
 */
gboolean
tv_perfetto_counters_add_event (TvPerfettoCounters *self, guint32 kind, gint64 time,
                                gint64 tid, const TvProtoField *fields)
{
  switch (kind)
    {
    case 11:
      add_of_cpu (self, time, fields[2].value, "cpufreq",
                  (double) (guint32) fields[1].value);
      return TRUE;
    case 12:
      add_limits (self, time, fields);
      return TRUE;
    case 13:
      add_of_cpu (self, time, fields[2].value, "cpuidle",
                  (double) (guint32) fields[1].value);
      return TRUE;
    case 313:
    case 359:
      add_rss (self, time, tid, fields);
      return TRUE;
    case 314:
    case 315:
    case 335:
    case 351:
      add_heap (self, kind, time, tid, fields);
      return TRUE;
    case 326:
      /* Some writers lose the sign: the number has 16 bits. */
      add_of_threads_process (self, time, (gint32) fields[3].value, "oom_score_adj",
                              NULL, (double) (gint16) fields[2].value);
      return TRUE;
    case 328:
      add_mm (self, time, tid, fields);
      return TRUE;
    case 332:
      add_global (self, time, "gpufreq", NULL, (double) fields[2].value);
      return TRUE;
    case 340:
      add_gpu_memory (self, time, fields);
      return TRUE;
    case 421:
      add_utilization (self, time, fields);
      return TRUE;
    default:
      return add_named (self, kind, time, fields);
    }
}

/* Processes */

/**
 * tv_perfetto_counters_add_processes:
 * @self: counters
 * @time: nanoseconds on the clock of the file
 * @stats: a message of Perfetto
 *
 * Adds what probes read of processes: number 1, memory in KiB 2 to 9, and what the
 * system gives for it 10.
 */
void
tv_perfetto_counters_add_processes (TvPerfettoCounters *self, gint64 time,
                                    TvProto stats)
{
  static const char *const names[] = { NULL,
                                       NULL,
                                       "mem.virt",
                                       "mem.rss",
                                       "mem.rss.anon",
                                       "mem.rss.file",
                                       "mem.rss.shmem",
                                       "mem.swap",
                                       "mem.locked",
                                       "mem.rss.watermark" };
  TvProtoField process;
  TvProtoField field;

  while (tv_proto_next (&stats, &process))
    {
      TvProto head = tv_proto_enter (&process);
      TvProto values = head;
      gint64 pid = -1;

      if (process.number != 1 || process.wire != TV_PROTO_BYTES)
        continue;
      while (pid < 0 && tv_proto_next (&head, &field))
        if (field.number == 1 && field.wire == TV_PROTO_VARINT)
          pid = (gint32) field.value;
      while (pid >= 0 && tv_proto_next (&values, &field))
        if (field.wire != TV_PROTO_VARINT || field.number < 2)
          continue;
        else if (field.number < G_N_ELEMENTS (names))
          add_of_process (self, time, pid, names[field.number], BYTES,
                          (double) field.value * KIB);
        else if (field.number == G_N_ELEMENTS (names))
          add_of_process (self, time, pid, "oom_score_adj", NULL,
                          (double) (gint64) field.value);
    }
}

/* The system */

static const char *const memory_names[] = {
  "MemUnspecified", "MemTotal",     "MemFree",        "MemAvailable", "Buffers",
  "Cached",         "SwapCached",   "Active",         "Inactive",     "Active(anon)",
  "Inactive(anon)", "Active(file)", "Inactive(file)", "Unevictable",  "Mlocked",
  "SwapTotal",      "SwapFree",     "Dirty",          "Writeback",    "AnonPages",
  "Mapped",         "Shmem",        "Slab",           "SReclaimable", "SUnreclaim",
  "KernelStack",    "PageTables",   "CommitLimit",    "Committed_AS", "VmallocTotal",
  "VmallocUsed",    "VmallocChunk", "CmaTotal",       "CmaFree"
};

static const char *const page_names[] = { "VmstatUnspecified",
                                          "nr_free_pages",
                                          "nr_alloc_batch",
                                          "nr_inactive_anon",
                                          "nr_active_anon",
                                          "nr_inactive_file",
                                          "nr_active_file",
                                          "nr_unevictable",
                                          "nr_mlock",
                                          "nr_anon_pages",
                                          "nr_mapped",
                                          "nr_file_pages",
                                          "nr_dirty",
                                          "nr_writeback",
                                          "nr_slab_reclaimable",
                                          "nr_slab_unreclaimable",
                                          "nr_page_table_pages",
                                          "nr_kernel_stack",
                                          "nr_overhead",
                                          "nr_unstable",
                                          "nr_bounce",
                                          "nr_vmscan_write",
                                          "nr_vmscan_immediate_reclaim",
                                          "nr_writeback_temp",
                                          "nr_isolated_anon",
                                          "nr_isolated_file",
                                          "nr_shmem",
                                          "nr_dirtied",
                                          "nr_written",
                                          "nr_pages_scanned",
                                          "workingset_refault",
                                          "workingset_activate",
                                          "workingset_nodereclaim",
                                          "nr_anon_transparent_hugepages",
                                          "nr_free_cma",
                                          "nr_swapcache",
                                          "nr_dirty_threshold",
                                          "nr_dirty_background_threshold",
                                          "pgpgin",
                                          "pgpgout",
                                          "pgpgoutclean",
                                          "pswpin",
                                          "pswpout",
                                          "pgalloc_dma",
                                          "pgalloc_normal",
                                          "pgalloc_movable",
                                          "pgfree",
                                          "pgactivate",
                                          "pgdeactivate",
                                          "pgfault",
                                          "pgmajfault" };

enum
{
  SYSTEM_MEMORY = 1,
  SYSTEM_PAGES = 2,
  SYSTEM_CPU_TIMES = 3,
  SYSTEM_FORKS = 4,
  SYSTEM_IRQS = 5,
  SYSTEM_SOFTIRQS = 7,
  SYSTEM_DEVICE_FREQUENCY = 10,
  SYSTEM_CPU_FREQUENCY = 11,
  SYSTEM_PRESSURE = 14,
  SYSTEM_THERMAL_ZONE = 15
};

#define N_SYSTEM_FIELDS 10

/* Times of a processor: its number 1, times 2 to 9. */
static void
add_cpu_times (TvPerfettoCounters *self, gint64 time, const TvProtoField *fields)
{
  static const char *const names[]
      = { "user_ns",    "user_nice_ns", "system_mode_ns", "idle_ns",
          "io_wait_ns", "irq_ns",       "softirq_ns",     "steal_ns" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = g_strdup_printf ("cpu.times.%s", names[i]);

      if (fields[i + 2].number != 0)
        add_of_cpu (self, time, fields[1].value, name, (double) fields[i + 2].value);
    }
}

/* Adds a value whose name is one of a list, by number 1, or else a text 1. */
static void
add_system_value (TvPerfettoCounters *self, gint64 time, guint32 kind,
                  const TvProtoField *fields)
{
  static const char *const pressures[] = { "resource.unspecified",
                                           "cpu.some",
                                           "cpu.full",
                                           "io.some",
                                           "io.full",
                                           "mem.some",
                                           "mem.full" };
  const guint64 key = fields[1].value;
  const double value = (double) fields[2].value;
  g_autofree char *name = NULL;

  if (kind == SYSTEM_MEMORY && key < G_N_ELEMENTS (memory_names))
    add_global (self, time, memory_names[key], BYTES, value * KIB);
  else if (kind == SYSTEM_PAGES && key < G_N_ELEMENTS (page_names))
    add_global (self, time, page_names[key], NULL, value);
  else if (kind == SYSTEM_PRESSURE && key < G_N_ELEMENTS (pressures))
    {
      name = g_strdup_printf ("psi.%s", pressures[key]);
      add_global (self, time, name, NULL, value);
    }
  else if (kind == SYSTEM_DEVICE_FREQUENCY)
    {
      g_autofree char *device = dup_text (&fields[1]);

      name = g_strdup_printf ("%s Frequency", device);
      add_global (self, time, name, NULL, value);
    }
  else if (kind == SYSTEM_THERMAL_ZONE)
    {
      name = dup_text (&fields[3]);
      add_global (self, time, name, "C", value);
    }
}

static void
add_system_message (TvPerfettoCounters *self, gint64 time, const TvProtoField *message)
{
  TvProto values = tv_proto_enter (message);
  TvProtoField fields[N_SYSTEM_FIELDS] = { 0 };
  TvProtoField field;

  while (tv_proto_next (&values, &field))
    if (field.number < N_SYSTEM_FIELDS)
      fields[field.number] = field;
  if (message->number == SYSTEM_CPU_TIMES)
    add_cpu_times (self, time, fields);
  else
    add_system_value (self, time, message->number, fields);
}

/**
 * tv_perfetto_counters_add_system:
 * @self: counters
 * @time: nanoseconds on the clock of the file
 * @stats: a message of Perfetto
 *
 * Adds what probes read of the system.
 */
void
tv_perfetto_counters_add_system (TvPerfettoCounters *self, gint64 time, TvProto stats)
{
  TvProtoField field;
  guint64 cpu = 0;

  while (tv_proto_next (&stats, &field))
    if (field.number == SYSTEM_CPU_FREQUENCY)
      {
        TvProto packed = { 0 };
        guint64 value;

        while (tv_proto_next_number (&field, &packed, &value))
          add_of_cpu (self, time, cpu++, "cpufreq", (double) value);
      }
    else if (field.wire == TV_PROTO_BYTES)
      add_system_message (self, time, &field);
    else if (field.number == SYSTEM_FORKS)
      add_global (self, time, "num_forks", NULL, (double) field.value);
    else if (field.number == SYSTEM_IRQS)
      add_global (self, time, "num_irq_total", NULL, (double) field.value);
    else if (field.number == SYSTEM_SOFTIRQS)
      add_global (self, time, "num_softirq_total", NULL, (double) field.value);
}

/**
 * tv_perfetto_counters_add_battery:
 * @self: counters
 * @time: nanoseconds on the clock of the file
 * @battery: a message of Perfetto
 *
 * Adds what a battery tells: values 1 to 7, of which 2 is a float and 5 a name.
 */
void
tv_perfetto_counters_add_battery (TvPerfettoCounters *self, gint64 time,
                                  TvProto battery)
{
  static const char *const names[]
      = { NULL, "charge_uah",         "capacity_pct", "current_ua", "current.avg_ua",
          NULL, "energy_counter_uwh", "voltage_uv" };
  TvProto values = battery;
  TvProtoField field;
  g_autofree char *battery_name = NULL;

  while (battery_name == NULL && tv_proto_next (&battery, &field))
    if (field.number == 5 && field.wire == TV_PROTO_BYTES)
      battery_name = dup_text (&field);
  while (tv_proto_next (&values, &field))
    if (field.number < G_N_ELEMENTS (names) && names[field.number] != NULL
        && field.wire != TV_PROTO_BYTES)
      {
        const guint32 bits = (guint32) field.value;
        float real;
        g_autofree char *name
            = g_strdup_printf ("batt.%s%s%s", battery_name != NULL ? battery_name : "",
                               battery_name != NULL ? "." : "", names[field.number]);

        memcpy (&real, &bits, sizeof real);
        add_global (self, time, name, NULL,
                    field.wire == TV_PROTO_FIXED32 ? (double) real
                                                   : (double) (gint64) field.value);
      }
}
