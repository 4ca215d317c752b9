-- Garbage collection and locks
--
-- Methods that collect garbage or wait for other threads: how often, for how long, and how
-- much of that time off the CPU.

CREATE TABLE IF NOT EXISTS top AS SELECT 50 AS value;

WITH kind (kind, pattern) AS (VALUES
  ('gc', 'java?lang?System.gc: *'),
  ('gc', 'java?lang?Runtime.gc: *'),
  ('gc', 'dalvik?system?VMRuntime.runHeapTasks: *'),
  ('gc', 'dalvik?system?VMRuntime.*concurrentGC: *'),
  ('gc', 'dalvik?system?VMRuntime.trimHeap: *'),
  ('gc', 'java?lang?Daemons$FinalizerDaemon.doFinalize: *'),
  ('lock', 'java?lang?Object.wait: *'),
  ('lock', 'java?lang?Thread.join: *'),
  ('lock', '*?misc?Unsafe.park: *'),
  ('lock', 'java?util?concurrent?locks?*.lock: *'),
  ('lock', 'java?util?concurrent?locks?*.lockInterruptibly: *'),
  ('lock', 'java?util?concurrent?CountDownLatch.await: *'),
  ('lock', 'java?util?concurrent?FutureTask.get: *'),
  ('lock', 'java?util?concurrent?Semaphore.acquire*: *'),
  ('lock', 'java?util?concurrent?*BlockingQueue.put: *'),
  ('lock', 'java?util?concurrent?*BlockingQueue.take: *')
)
SELECT kind, name, calls, wall_inclusive / 1e6 AS wall_ms, cpu_inclusive / 1e6 AS cpu_ms,
       waiting / 1e6 AS waiting_ms
FROM kind JOIN method ON name GLOB pattern
WHERE calls > 0
ORDER BY coalesce(wall_inclusive, cpu_inclusive) DESC, name
LIMIT (SELECT value FROM top);
