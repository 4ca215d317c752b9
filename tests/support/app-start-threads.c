/* SPDX-License-Identifier: Apache-2.0 */

#include "support/app-start.h"

#define FRAME(idle)                                                                    \
  { TV_APP_IDLE, NULL, idle }, { TV_APP_ENTER, "Handler.dispatchMessage", 0 },         \
      { TV_APP_CALL, "Choreographer.doFrame", 1 },                                     \
  {                                                                                    \
    TV_APP_LEAVE, "Handler.dispatchMessage", 0                                         \
  }
#define GL_FRAME                                                                       \
  { TV_APP_CALL, "GLSurfaceView$GLThread.guardedRun", 1 },                             \
  {                                                                                    \
    TV_APP_IDLE, NULL, 9                                                               \
  }
#define THUMBNAILS(count, idle)                                                        \
  { TV_APP_CALL, "ThumbnailTask.call", count },                                        \
      { TV_APP_ENTER, "LinkedBlockingQueue.take", 0 }, { TV_APP_IDLE, NULL, idle },    \
  {                                                                                    \
    TV_APP_LEAVE, "LinkedBlockingQueue.take", 0                                        \
  }
#define WORKER_BEGIN(idle)                                                             \
  { TV_APP_IDLE, NULL, idle }, { TV_APP_ENTER, "Thread.run", 0 },                      \
  {                                                                                    \
    TV_APP_ENTER, "ThreadPoolExecutor.runWorker", 0                                    \
  }
#define WORKER_END                                                                     \
  { TV_APP_LEAVE, "ThreadPoolExecutor.runWorker", 0 },                                 \
  {                                                                                    \
    TV_APP_LEAVE, "Thread.run", 0                                                      \
  }

/* clang-format off */

/* The app object, the activity, the first frames, a slow sort, more frames. */
static const TvAppStep main_steps[] = {
  { TV_APP_LEAVE, "VMDebug.startMethodTracing", 0 },
  { TV_APP_LEAVE, "Debug.startMethodTracing(Ljava/lang/String;II)V", 0 },
  { TV_APP_LEAVE, "Debug.startMethodTracing(Ljava/lang/String;)V", 0 },
  { TV_APP_CALL, "PostcardsApp.initCrashReports", 1 },
  { TV_APP_CALL, "Graph.build", 1 },
  { TV_APP_CALL, "ContextImpl.getSharedPreferences", 2 },
  { TV_APP_CALL, "SharedPreferencesImpl.getString", 12 },
  { TV_APP_CALL, "SQLiteOpenHelper.getWritableDatabase", 1 },
  { TV_APP_ENTER, "RemoteConfig.load", 0 },
  { TV_APP_ENTER, "RemoteConfig.parse", 0 },
  { TV_APP_CALL, "JSONTokener.nextValue", 9 },
  { TV_APP_ENTER, "JSONTokener.readObject", 0 },
  { TV_APP_CALL, "JSONException.<init>", 1 },
  { TV_APP_THROW, "JSONTokener.readObject", 0 },
  { TV_APP_THROW, "RemoteConfig.parse", 0 },
  { TV_APP_WORK, NULL, 3 },
  { TV_APP_LEAVE, "RemoteConfig.load", 0 },
  { TV_APP_LEAVE, "PostcardsApp.onCreate", 0 },
  { TV_APP_LEAVE, "Instrumentation.callApplicationOnCreate", 0 },
  { TV_APP_LEAVE, "ActivityThread.handleBindApplication", 0 },
  { TV_APP_LEAVE, "ActivityThread$H.handleMessage", 0 },
  { TV_APP_LEAVE, "Handler.dispatchMessage", 0 },
  { TV_APP_IDLE, NULL, 6 },
  { TV_APP_ENTER, "Handler.dispatchMessage", 0 },
  { TV_APP_ENTER, "ActivityThread$H.handleMessage", 0 },
  { TV_APP_ENTER, "ActivityThread.handleLaunchActivity", 0 },
  { TV_APP_ENTER, "ActivityThread.performLaunchActivity", 0 },
  { TV_APP_CALL, "Instrumentation.newActivity", 1 },
  { TV_APP_ENTER, "MainActivity.onCreate", 0 },
  { TV_APP_CALL, "Activity.setContentView", 1 },
  { TV_APP_CALL, "LayoutInflater.inflate", 4 },
  { TV_APP_CALL, "Graph.resolve", 2 },
  { TV_APP_LEAVE, "MainActivity.onCreate", 0 },
  { TV_APP_LEAVE, "ActivityThread.performLaunchActivity", 0 },
  { TV_APP_CALL, "MainActivity.onResume", 1 },
  { TV_APP_CALL, "BinderProxy.transact", 3 },
  { TV_APP_LEAVE, "ActivityThread.handleLaunchActivity", 0 },
  { TV_APP_LEAVE, "ActivityThread$H.handleMessage", 0 },
  { TV_APP_LEAVE, "Handler.dispatchMessage", 0 },
  FRAME (2), FRAME (3), FRAME (7), FRAME (13),
  { TV_APP_IDLE, NULL, 28 },
  { TV_APP_ENTER, "Handler.dispatchMessage", 0 },
  { TV_APP_ENTER, "AsyncTask.finish", 0 },
  { TV_APP_CALL, "PostcardIndex.rebuild", 1 },
  { TV_APP_CALL, "PostcardAdapter.notifyDataSetChanged", 1 },
  { TV_APP_LEAVE, "AsyncTask.finish", 0 },
  { TV_APP_LEAVE, "Handler.dispatchMessage", 0 },
  FRAME (1), FRAME (6), FRAME (12), FRAME (13), FRAME (13),
  { TV_APP_IDLE, NULL, 124 },
  { TV_APP_ENTER, "Handler.dispatchMessage", 0 },
  { TV_APP_CALL, "PostcardAdapter.notifyDataSetChanged", 1 },
  { TV_APP_LEAVE, "Handler.dispatchMessage", 0 },
  FRAME (2), FRAME (12), FRAME (13), FRAME (13), FRAME (13),
  FRAME (13), FRAME (13), FRAME (13),
  { TV_APP_IDLE, NULL, 61 },
  { TV_APP_ENTER, "Handler.dispatchMessage", 0 },
  { TV_APP_ENTER, "Debug.stopMethodTracing", 0 },
  { TV_APP_ENTER, "VMDebug.stopMethodTracing", 0 },
};

static const TvAppStep gl_steps[] = {
  { TV_APP_IDLE, NULL, 760 },
  { TV_APP_ENTER, "Thread.run", 0 },
  GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME,
  GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME,
  GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME,
  { TV_APP_IDLE, NULL, 140 },
  GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME,
  GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME,
  GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME,
  GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME, GL_FRAME,
  { TV_APP_ENTER, "GLSurfaceView$GLThread.guardedRun", 0 },
  { TV_APP_IDLE, NULL, 9000 },
  { TV_APP_LEAVE, "GLSurfaceView$GLThread.guardedRun", 0 },
};

static const TvAppStep network_steps[] = {
  WORKER_BEGIN (140),
  { TV_APP_CALL, "NativeCrypto.SSL_do_handshake", 1 },
  { TV_APP_CALL, "RealCall$AsyncCall.execute", 3 },
  { TV_APP_IDLE, NULL, 210 },
  { TV_APP_CALL, "RealCall$AsyncCall.execute", 2 },
  { TV_APP_ENTER, "RealCall$AsyncCall.execute", 0 },
  { TV_APP_ENTER, "RealInterceptorChain.proceed", 0 },
  { TV_APP_ENTER, "CallServerInterceptor.intercept", 0 },
  { TV_APP_CALL, "SocketInputStream.socketRead0", 4 },
  { TV_APP_CALL, "Exception.<init>", 1 },
  { TV_APP_THROW, "CallServerInterceptor.intercept", 0 },
  { TV_APP_THROW, "RealInterceptorChain.proceed", 0 },
  { TV_APP_LEAVE, "RealCall$AsyncCall.execute", 0 },
  { TV_APP_IDLE, NULL, 180 },
  { TV_APP_CALL, "RealCall$AsyncCall.execute", 4 },
  { TV_APP_ENTER, "SocketInputStream.socketRead0", 0 },
  { TV_APP_IDLE, NULL, 9000 },
  { TV_APP_LEAVE, "SocketInputStream.socketRead0", 0 },
};

static const TvAppStep preferences_steps[] = {
  { TV_APP_IDLE, NULL, 48 },
  { TV_APP_ENTER, "Thread.run", 0 },
  { TV_APP_CALL, "SharedPreferencesImpl.loadFromDisk", 1 },
  { TV_APP_LEAVE, "Thread.run", 0 },
};

static const TvAppStep sync_steps[] = {
  WORKER_BEGIN (610),
  { TV_APP_CALL, "SyncTask.doInBackground", 2 },
  { TV_APP_IDLE, NULL, 240 },
  { TV_APP_CALL, "SyncTask.doInBackground", 2 },
  WORKER_END,
};

static const TvAppStep panorama_steps[] = {
  WORKER_BEGIN (980),
  { TV_APP_CALL, "BufferedInputStream.fill", 22 },
  { TV_APP_CALL, "Panorama.stitch", 1 },
  { TV_APP_CALL, "SQLiteDatabase.query", 2 },
  WORKER_END,
};

static const TvAppStep image_one_steps[] = {
  WORKER_BEGIN (640),
  THUMBNAILS (5, 160), THUMBNAILS (3, 310), THUMBNAILS (6, 290), THUMBNAILS (4, 210),
  THUMBNAILS (3, 9000),
};

static const TvAppStep image_two_steps[] = {
  WORKER_BEGIN (655),
  THUMBNAILS (4, 230), THUMBNAILS (4, 260), THUMBNAILS (5, 270), THUMBNAILS (5, 240),
  THUMBNAILS (4, 9000),
};

static const TvAppStep heap_steps[] = {
  { TV_APP_IDLE, NULL, 410 },
  { TV_APP_CALL, "Daemons$HeapTaskDaemon.runInternal", 1 },
  { TV_APP_IDLE, NULL, 620 },
  { TV_APP_CALL, "Daemons$HeapTaskDaemon.runInternal", 2 },
  { TV_APP_IDLE, NULL, 540 },
  { TV_APP_CALL, "Daemons$HeapTaskDaemon.runInternal", 1 },
};

static const TvAppStep finalizer_steps[] = {
  { TV_APP_LEAVE, "ReferenceQueue.remove", 0 },
  { TV_APP_IDLE, NULL, 450 },
  { TV_APP_CALL, "Daemons$FinalizerDaemon.doFinalize", 25 },
  { TV_APP_CALL, "ReferenceQueue.remove", 2 },
  { TV_APP_IDLE, NULL, 640 },
  { TV_APP_CALL, "Daemons$FinalizerDaemon.doFinalize", 60 },
  { TV_APP_ENTER, "ReferenceQueue.remove", 0 },
};

static const TvAppStep binder_steps[] = {
  { TV_APP_IDLE, NULL, 330 },
  { TV_APP_CALL, "Binder.execTransact", 3 },
  { TV_APP_IDLE, NULL, 380 },
  { TV_APP_CALL, "Binder.execTransact", 2 },
  { TV_APP_IDLE, NULL, 900 },
  { TV_APP_CALL, "Binder.execTransact", 4 },
};

#define STEPS(steps) steps, G_N_ELEMENTS (steps)

const TvAppThread tv_app_threads[] = {
  { 14119, "SharedPreferencesImpl-load", STEPS (preferences_steps) },
  { 14072, "main", STEPS (main_steps) },
  { 14079, "Signal Catcher", NULL, 0 },
  { 14082, "HeapTaskDaemon", STEPS (heap_steps) },
  { 14084, "FinalizerDaemon", STEPS (finalizer_steps) },
  { 14086, "Binder:14072_1", STEPS (binder_steps) },
  { 14087, "Binder:14072_2", NULL, 0 },
  { 14121, "OkHttp https://api.example.com/...", STEPS (network_steps) },
  { 14124, "AsyncTask #1", STEPS (sync_steps) },
  { 14125, "AsyncTask #2", STEPS (panorama_steps) },
  { 14128, "image-loader-1", STEPS (image_one_steps) },
  { 14129, "image-loader-2", STEPS (image_two_steps) },
  { 14133, "GLThread 214", STEPS (gl_steps) },
};

const gsize tv_app_n_threads = G_N_ELEMENTS (tv_app_threads);
