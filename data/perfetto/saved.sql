-- Calls in a saved database: a table without their names, and views of it. Computed columns
-- are cast to their type, which decides how they compare with texts.

CREATE TABLE file.call_data (
  id INTEGER PRIMARY KEY, utid INTEGER, track_id INTEGER, number INTEGER, method_id INTEGER,
  parent_id INTEGER, depth INTEGER, ts INTEGER, dur INTEGER, self_dur INTEGER,
  wall_start INTEGER, wall_end INTEGER, wall_dur INTEGER, wall_self INTEGER,
  cpu_start INTEGER, cpu_end INTEGER, cpu_dur INTEGER, cpu_self INTEGER,
  is_pre_open INTEGER, is_open INTEGER, exit_lost INTEGER, by_exception INTEGER,
  is_recursive INTEGER);

INSERT INTO file.call_data
SELECT
  id, utid, track_id, number, method_id, parent_id, depth, ts, dur, self_dur, wall_start,
  wall_end, wall_dur, wall_self, cpu_start, cpu_end, cpu_dur, cpu_self, is_pre_open, is_open,
  exit_lost, by_exception, is_recursive
FROM main.call;

CREATE TABLE file.method_category (method_id INTEGER PRIMARY KEY, category TEXT);

INSERT INTO file.method_category
SELECT id, category FROM main.method WHERE category IS NOT NULL;

-- The arguments of slices. Those of other calls are those of their methods.
CREATE TABLE file.call_args (call_id INTEGER PRIMARY KEY, arg_set_id INTEGER);

INSERT INTO file.call_args
SELECT id, arg_set_id FROM main.slice
WHERE arg_set_id IS NOT NULL AND EXISTS (SELECT 1 FROM main.metadata WHERE name = 'trace_type' AND str_value IN ('json', 'proto', 'systrace'));

CREATE VIEW file.call AS
SELECT
  c.id, c.utid, c.number, c.method_id, m.name, c.parent_id, c.depth, c.ts, c.dur,
  c.self_dur, c.wall_start, c.wall_end, c.wall_dur, c.wall_self, c.cpu_start, c.cpu_end,
  c.cpu_dur, c.cpu_self, c.is_pre_open, c.is_open, c.exit_lost, c.by_exception,
  c.is_recursive
FROM call_data c JOIN method m ON m.id = c.method_id;

CREATE VIEW file.slice AS
SELECT
  c.id, c.ts, c.dur, c.track_id, k.category, m.name, c.depth, c.parent_id,
  CAST(coalesce(m.arg_set_id, a.arg_set_id) AS INTEGER) AS arg_set_id,
  c.cpu_start AS thread_ts, c.cpu_dur AS thread_dur, NULL AS thread_instruction_count,
  NULL AS thread_instruction_delta, k.category AS cat, c.id AS slice_id, c.is_open
FROM call_data c
JOIN method m ON m.id = c.method_id
LEFT JOIN method_category k ON k.method_id = c.method_id
LEFT JOIN call_args a ON a.call_id = c.id
WHERE c.track_id NOT IN (SELECT id FROM state_track);

CREATE VIEW file.slices AS SELECT * FROM slice;

CREATE VIEW file.thread_slice AS
SELECT
  c.id, c.ts, c.dur, k.category, m.name, c.track_id, NULL AS track_name,
  t.name AS thread_name, c.utid, t.tid, t.is_main_thread, p.name AS process_name, t.upid,
  p.pid, c.depth, c.parent_id,
  CAST(coalesce(m.arg_set_id, a.arg_set_id) AS INTEGER) AS arg_set_id,
  c.cpu_start AS thread_ts,
  c.cpu_dur AS thread_dur, c.is_open
FROM call_data c
JOIN method m ON m.id = c.method_id
JOIN thread t ON t.utid = c.utid
LEFT JOIN process p ON p.upid = t.upid
LEFT JOIN method_category k ON k.method_id = c.method_id
LEFT JOIN call_args a ON a.call_id = c.id
WHERE c.track_id NOT IN (SELECT id FROM state_track);

CREATE VIEW file.process_slice AS
SELECT
  s.id, s.ts, s.dur, s.category, s.name, s.track_id, t.name AS track_name,
  p.name AS process_name, t.upid, p.pid, s.depth, s.parent_id, s.arg_set_id, s.thread_ts,
  s.thread_dur
FROM slice s
JOIN process_track t ON t.id = s.track_id
LEFT JOIN process p ON p.upid = t.upid;

CREATE VIEW file.thread_or_process_slice AS
SELECT
  id, ts, dur, category, name, track_id, track_name, thread_name, utid, tid,
  is_main_thread, process_name, upid, pid, depth, parent_id, arg_set_id, thread_ts,
  thread_dur
FROM thread_slice
UNION ALL
SELECT
  id, ts, dur, category, name, track_id, track_name, NULL, NULL, NULL, NULL, process_name,
  upid, pid, depth, parent_id, arg_set_id, thread_ts, thread_dur
FROM process_slice;

CREATE VIEW file.slice_self_dur AS SELECT id, self_dur FROM call_data;

CREATE INDEX file.call_by_method ON call_data (method_id);
CREATE INDEX file.call_by_parent ON call_data (parent_id);
CREATE INDEX file.call_by_time ON call_data (ts);
CREATE INDEX file.call_by_length ON call_data (dur);
CREATE INDEX file.method_by_name ON method (name);
CREATE INDEX file.edge_by_callee ON edge (callee_id);
CREATE INDEX file.wait_by_call ON wait (call_id);
