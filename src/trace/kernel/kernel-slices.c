/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/kernel/kernel-slices.h"

#include "trace/model/id-map.h"

#include <string.h>

/* The categories that Perfetto gives. */
#define IRQ "irq"
#define WORK "workqueue"

#define SUSPEND_TRACK "Suspend/Resume Latency"

/* Instead of the number of a system call that a mark has ended. */
#define ENDED_CALL (G_MAXUINT32 - 1)

struct _TvKernelSlices
{
  TvAtraceSink sink;
  char **calls; /* names of system calls by number; "" for none */
  guint n_calls;
  TvIdMap open_calls; /* threads to numbers of system calls, or ENDED_CALL */
  gboolean is_suspending;
};

/* The system calls of machines, by ascending number. A number after an at sign is that
 * of the next one. */
static const struct
{
  const char *machine;
  const char *calls;
} machines[] = {
  { "x86_64",
    "read write open close stat fstat lstat poll lseek mmap mprotect munmap brk "
    "rt_sigaction rt_sigprocmask rt_sigreturn ioctl pread64 pwrite64 readv writev "
    "access pipe select sched_yield mremap msync mincore madvise shmget shmat "
    "shmctl dup dup2 pause nanosleep getitimer alarm setitimer getpid sendfile "
    "socket connect accept sendto recvfrom sendmsg recvmsg shutdown bind listen "
    "getsockname getpeername socketpair setsockopt getsockopt clone fork vfork "
    "execve exit wait4 kill uname semget semop semctl shmdt msgget msgsnd msgrcv "
    "msgctl fcntl flock fsync fdatasync truncate ftruncate getdents getcwd chdir "
    "fchdir rename mkdir rmdir creat link unlink symlink readlink chmod fchmod "
    "chown fchown lchown umask gettimeofday getrlimit getrusage sysinfo times "
    "ptrace getuid syslog getgid setuid setgid geteuid getegid setpgid getppid "
    "getpgrp setsid setreuid setregid getgroups setgroups setresuid getresuid "
    "setresgid getresgid getpgid setfsuid setfsgid getsid capget capset "
    "rt_sigpending rt_sigtimedwait rt_sigqueueinfo rt_sigsuspend sigaltstack "
    "utime mknod uselib personality ustat statfs fstatfs sysfs getpriority "
    "setpriority sched_setparam sched_getparam sched_setscheduler "
    "sched_getscheduler sched_get_priority_max sched_get_priority_min "
    "sched_rr_get_interval mlock munlock mlockall munlockall vhangup modify_ldt "
    "pivot_root _sysctl prctl arch_prctl adjtimex setrlimit chroot sync acct "
    "settimeofday mount umount2 swapon swapoff reboot sethostname setdomainname "
    "iopl ioperm create_module init_module delete_module get_kernel_syms "
    "query_module quotactl nfsservctl getpmsg putpmsg afs_syscall tuxcall "
    "security gettid readahead setxattr lsetxattr fsetxattr getxattr lgetxattr "
    "fgetxattr listxattr llistxattr flistxattr removexattr lremovexattr "
    "fremovexattr tkill time futex sched_setaffinity sched_getaffinity "
    "set_thread_area io_setup io_destroy io_getevents io_submit io_cancel "
    "get_thread_area lookup_dcookie epoll_create epoll_ctl_old epoll_wait_old "
    "remap_file_pages getdents64 set_tid_address restart_syscall semtimedop "
    "fadvise64 timer_create timer_settime timer_gettime timer_getoverrun "
    "timer_delete clock_settime clock_gettime clock_getres clock_nanosleep "
    "exit_group epoll_wait epoll_ctl tgkill utimes vserver mbind set_mempolicy "
    "get_mempolicy mq_open mq_unlink mq_timedsend mq_timedreceive mq_notify "
    "mq_getsetattr kexec_load waitid add_key request_key keyctl ioprio_set "
    "ioprio_get inotify_init inotify_add_watch inotify_rm_watch migrate_pages "
    "openat mkdirat mknodat fchownat futimesat newfstatat unlinkat renameat "
    "linkat symlinkat readlinkat fchmodat faccessat pselect6 ppoll unshare "
    "set_robust_list get_robust_list splice tee sync_file_range vmsplice "
    "move_pages utimensat epoll_pwait signalfd timerfd_create eventfd fallocate "
    "timerfd_settime timerfd_gettime accept4 signalfd4 eventfd2 epoll_create1 "
    "dup3 pipe2 inotify_init1 preadv pwritev rt_tgsigqueueinfo perf_event_open "
    "recvmmsg fanotify_init fanotify_mark prlimit64 name_to_handle_at "
    "open_by_handle_at clock_adjtime syncfs sendmmsg setns getcpu "
    "process_vm_readv process_vm_writev kcmp finit_module sched_setattr "
    "sched_getattr renameat2 seccomp getrandom memfd_create kexec_file_load bpf "
    "execveat userfaultfd membarrier mlock2 copy_file_range preadv2 pwritev2 "
    "pkey_mprotect pkey_alloc pkey_free statx io_pgetevents rseq @424 "
    "pidfd_send_signal io_uring_setup io_uring_enter io_uring_register open_tree "
    "move_mount fsopen fsconfig fsmount fspick pidfd_open clone3 close_range "
    "openat2 pidfd_getfd faccessat2 process_madvise epoll_pwait2 mount_setattr "
    "quotactl_fd landlock_create_ruleset landlock_add_rule landlock_restrict_self "
    "memfd_secret process_mrelease futex_waitv set_mempolicy_home_node" },
  { "aarch64",
    "io_setup io_destroy io_submit io_cancel io_getevents setxattr lsetxattr "
    "fsetxattr getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr "
    "removexattr lremovexattr fremovexattr getcwd lookup_dcookie eventfd2 "
    "epoll_create1 epoll_ctl epoll_pwait dup dup3 fcntl inotify_init1 "
    "inotify_add_watch inotify_rm_watch ioctl ioprio_set ioprio_get flock mknodat "
    "mkdirat unlinkat symlinkat linkat renameat umount2 mount pivot_root "
    "nfsservctl statfs fstatfs truncate ftruncate fallocate faccessat chdir "
    "fchdir chroot fchmod fchmodat fchownat fchown openat close vhangup pipe2 "
    "quotactl getdents64 lseek read write readv writev pread64 pwrite64 preadv "
    "pwritev sendfile pselect6 ppoll signalfd4 vmsplice splice tee readlinkat "
    "fstatat fstat sync fsync fdatasync sync_file_range2 timerfd_create "
    "timerfd_settime timerfd_gettime utimensat acct capget capset personality "
    "exit exit_group waitid set_tid_address unshare futex set_robust_list "
    "get_robust_list nanosleep getitimer setitimer kexec_load init_module "
    "delete_module timer_create timer_gettime timer_getoverrun timer_settime "
    "timer_delete clock_settime clock_gettime clock_getres clock_nanosleep syslog "
    "ptrace sched_setparam sched_setscheduler sched_getscheduler sched_getparam "
    "sched_setaffinity sched_getaffinity sched_yield sched_get_priority_max "
    "sched_get_priority_min sched_rr_get_interval restart_syscall kill tkill "
    "tgkill sigaltstack rt_sigsuspend rt_sigaction rt_sigprocmask rt_sigpending "
    "rt_sigtimedwait rt_sigqueueinfo rt_sigreturn setpriority getpriority reboot "
    "setregid setgid setreuid setuid setresuid getresuid setresgid getresgid "
    "setfsuid setfsgid times setpgid getpgid getsid setsid getgroups setgroups "
    "uname sethostname setdomainname getrlimit setrlimit getrusage umask prctl "
    "getcpu gettimeofday settimeofday adjtimex getpid getppid getuid geteuid "
    "getgid getegid gettid sysinfo mq_open mq_unlink mq_timedsend mq_timedreceive "
    "mq_notify mq_getsetattr msgget msgctl msgrcv msgsnd semget semctl semtimedop "
    "semop shmget shmctl shmat shmdt socket socketpair bind listen accept connect "
    "getsockname getpeername sendto recvfrom setsockopt getsockopt shutdown "
    "sendmsg recvmsg readahead brk munmap mremap add_key request_key keyctl clone "
    "execve mmap fadvise64 swapon swapoff mprotect msync mlock munlock mlockall "
    "munlockall mincore madvise remap_file_pages mbind get_mempolicy "
    "set_mempolicy migrate_pages move_pages rt_tgsigqueueinfo perf_event_open "
    "accept4 recvmmsg @260 wait4 prlimit64 fanotify_init fanotify_mark @266 "
    "clock_adjtime syncfs setns sendmmsg process_vm_readv process_vm_writev kcmp "
    "finit_module sched_setattr sched_getattr renameat2 seccomp getrandom "
    "memfd_create bpf execveat userfaultfd membarrier mlock2 copy_file_range "
    "preadv2 pwritev2 pkey_mprotect pkey_alloc pkey_free statx io_pgetevents rseq "
    "kexec_file_load @403 clock_gettime64 clock_settime64 clock_adjtime64 "
    "clock_getres_time64 clock_nanosleep_time64 timer_gettime64 timer_settime64 "
    "timerfd_gettime64 timerfd_settime64 utimensat_time64 pselect6_time64 "
    "ppoll_time64 @416 io_pgetevents_time64 recvmmsg_time64 mq_timedsend_time64 "
    "mq_timedreceive_time64 semtimedop_time64 rt_sigtimedwait_time64 futex_time64 "
    "sched_rr_get_interval_time64 pidfd_send_signal io_uring_setup io_uring_enter "
    "io_uring_register open_tree move_mount fsopen fsconfig fsmount fspick "
    "pidfd_open clone3 close_range openat2 pidfd_getfd faccessat2 process_madvise "
    "epoll_pwait2 mount_setattr quotactl_fd landlock_create_ruleset "
    "landlock_add_rule landlock_restrict_self memfd_secret process_mrelease "
    "futex_waitv set_mempolicy_home_node" },
};

/**
 * tv_kernel_slices_new:
 * @sink: where marks go to, too
 *
 * Returns: (transfer full): slices, which all that @sink names must outlive
 */
TvKernelSlices *
tv_kernel_slices_new (const TvAtraceSink *sink)
{
  TvKernelSlices *self = g_new0 (TvKernelSlices, 1);

  self->sink = *sink;
  tv_id_map_init (&self->open_calls);
  return self;
}

void
tv_kernel_slices_free (TvKernelSlices *self)
{
  if (self == NULL)
    return;
  tv_id_map_clear (&self->open_calls);
  g_strfreev (self->calls);
  g_free (self);
}

/**
 * tv_kernel_slices_set_machine:
 * @self: slices
 * @machine: the kernel's name of the machine, which says what system calls it has
 */
void
tv_kernel_slices_set_machine (TvKernelSlices *self, const char *machine)
{
  g_autoptr (GPtrArray) calls = g_ptr_array_new ();
  g_auto (GStrv) words = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (machines) && words == NULL; i++)
    if (g_str_equal (machines[i].machine, machine))
      words = g_strsplit (machines[i].calls, " ", -1);
  for (guint i = 0; words != NULL && words[i] != NULL; i++)
    if (*words[i] != '@')
      g_ptr_array_add (calls, g_strdup_printf ("sys_%s", words[i]));
    else
      while (calls->len < g_ascii_strtoull (words[i] + 1, NULL, 10))
        g_ptr_array_add (calls, g_strdup (""));
  g_ptr_array_add (calls, NULL);
  g_strfreev (self->calls);
  self->n_calls = calls->len - 1;
  self->calls = (char **) g_ptr_array_free (g_steal_pointer (&calls), FALSE);
}

/* Interrupts */

static guint32
find_cpu_track (TvKernelSlices *self, guint32 cpu, gboolean is_soft)
{
  g_autofree char *name
      = g_strdup_printf (is_soft ? "SoftIrq Cpu %u" : "Irq Cpu %u", cpu);
  const TvTrackSpec spec = { .kind = TV_TRACK_CPU,
                             .process = TV_PROCESS_NONE,
                             .number = cpu,
                             .instance = is_soft,
                             .name = name,
                             .overlap = TV_OVERLAP_SPILL };

  return tv_run_builder_add_track (self->sink.builder, &spec);
}

static gboolean
begin_run (TvKernelSlices *self, const TvKernelEvent *event, guint32 track,
           const char *category, const char *name)
{
  const TvRun run = { .name = tv_slice_names_get (self->sink.names, category, name),
                      .start = event->time,
                      .offset = event->offset };

  return tv_run_builder_begin_run (self->sink.builder, track, &run);
}

static gboolean
end_run (TvKernelSlices *self, const TvKernelEvent *event, guint32 track,
         const char *category, const char *name)
{
  const TvRun run = { .name = tv_slice_names_get (self->sink.names, category, name),
                      .ends_category = *name == '\0',
                      .end = event->time,
                      .offset = event->offset };

  return tv_run_builder_end_run (self->sink.builder, track, &run);
}

/**
 * tv_kernel_slices_begin_irq:
 * @self: slices
 * @event: when and where
 * @name: the interrupt that is handled from now on
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_kernel_slices_begin_irq (TvKernelSlices *self, const TvKernelEvent *event,
                            const char *name)
{
  g_autofree char *text = g_strdup_printf ("IRQ (%s)", name);

  return begin_run (self, event, find_cpu_track (self, event->cpu, FALSE), IRQ, text);
}

/**
 * tv_kernel_slices_begin_softirq:
 * @self: slices
 * @event: when and where
 * @vector: number of what is done from now on
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_kernel_slices_begin_softirq (TvKernelSlices *self, const TvKernelEvent *event,
                                guint64 vector)
{
  static const char *const names[]
      = { "HI",       "TIMER",   "NET_TX", "NET_RX",  "BLOCK",
          "IRQ_POLL", "TASKLET", "SCHED",  "HRTIMER", "RCU" };

  return vector >= G_N_ELEMENTS (names)
         || begin_run (self, event, find_cpu_track (self, event->cpu, TRUE), IRQ,
                       names[vector]);
}

/**
 * tv_kernel_slices_end_irq:
 * @self: slices
 * @event: when and where
 * @is_soft: whether it is the end of a soft interrupt
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_kernel_slices_end_irq (TvKernelSlices *self, const TvKernelEvent *event,
                          gboolean is_soft)
{
  return end_run (self, event, find_cpu_track (self, event->cpu, is_soft), IRQ, "");
}

/* Threads */

static guint32
find_thread (TvKernelSlices *self, const TvKernelEvent *event)
{
  return tv_system_tasks_get_track (self->sink.tasks, event->tid);
}

/**
 * tv_kernel_slices_begin_work:
 * @self: slices
 * @event: when and where
 * @function: what the thread of a queue of work does from now on
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_kernel_slices_begin_work (TvKernelSlices *self, const TvKernelEvent *event,
                             const char *function)
{
  return begin_run (self, event, find_thread (self, event), WORK, function);
}

/**
 * tv_kernel_slices_end_work:
 * @self: slices
 * @event: when and where
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_kernel_slices_end_work (TvKernelSlices *self, const TvKernelEvent *event)
{
  return end_run (self, event, find_thread (self, event), WORK, "");
}

/* System calls */

static char *
dup_call_name (const TvKernelSlices *self, guint64 number)
{
  return number < self->n_calls && *self->calls[number] != '\0'
             ? g_strdup (self->calls[number])
             : g_strdup_printf ("sys_%" G_GUINT64_FORMAT, number);
}

/**
 * tv_kernel_slices_enter_call:
 * @self: slices
 * @event: when and where
 * @number: number of a system call that the thread enters
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_kernel_slices_enter_call (TvKernelSlices *self, const TvKernelEvent *event,
                             guint64 number)
{
  g_autofree char *name = dup_call_name (self, number);

  tv_id_map_set (&self->open_calls, (guint64) event->tid,
                 (guint32) MIN (number, ENDED_CALL - 1));
  return begin_run (self, event, find_thread (self, event), NULL, name);
}

/**
 * tv_kernel_slices_leave_call:
 * @self: slices
 * @event: when and where
 * @number: number of the system call that the thread leaves
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_kernel_slices_leave_call (TvKernelSlices *self, const TvKernelEvent *event,
                             guint64 number)
{
  g_autofree char *name = NULL;

  if (tv_id_map_get (&self->open_calls, (guint64) event->tid) == ENDED_CALL)
    {
      tv_id_map_set (&self->open_calls, (guint64) event->tid, ENDED_CALL - 1);
      return TRUE;
    }
  name = dup_call_name (self, number);
  return end_run (self, event, find_thread (self, event), NULL, name);
}

/**
 * tv_kernel_slices_end_write:
 * @self: slices
 * @event: when a program makes a mark, and where
 *
 * Ends the system call by which a program makes a mark: the slice that the mark begins
 * or ends is not in it.
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_kernel_slices_end_write (TvKernelSlices *self, const TvKernelEvent *event)
{
  const guint32 call = tv_id_map_get (&self->open_calls, (guint64) event->tid);

  if (call >= self->n_calls || !g_str_equal (self->calls[call], "sys_write"))
    return TRUE;
  tv_id_map_set (&self->open_calls, (guint64) event->tid, ENDED_CALL);
  return end_run (self, event, find_thread (self, event), NULL, "sys_write");
}

/* Suspending */

static gboolean
add_suspend (TvKernelSlices *self, const TvKernelEvent *event, const char *action,
             gint64 value, gboolean starts)
{
  g_autofree char *name = g_strdup_printf ("%s(%" G_GINT64_FORMAT ")", action, value);
  g_autofree char *key = g_strdup_printf ("%s\n%s", SUSPEND_TRACK, action);
  const TvAsyncEvent async
      = { .phase = starts ? TV_ASYNC_BEGIN : TV_ASYNC_END,
          .key = key,
          .process = TV_PROCESS_NONE,
          .track_name = SUSPEND_TRACK,
          .name = tv_slice_names_get (self->sink.names, SUSPEND_TRACK, name),
          .time = event->time,
          .offset = event->offset };

  return tv_async_runs_add (self->sink.async, &async);
}

/**
 * tv_kernel_slices_suspend:
 * @self: slices
 * @event: when and where
 * @action: a step of suspending the system, or of resuming it
 * @value: says more of it
 * @starts: whether it starts
 *
 * A system that could not be suspended does not say so, but its processes go on.
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_kernel_slices_suspend (TvKernelSlices *self, const TvKernelEvent *event,
                          const char *action, gint64 value, gboolean starts)
{
  /* It has the processor for a value, and may end on another one. */
  if (g_str_equal (action, "timekeeping_freeze"))
    value = 0;
  if (g_str_equal (action, "suspend_enter"))
    {
      if (!starts && !self->is_suspending)
        return TRUE;
      self->is_suspending = starts;
    }
  if (!add_suspend (self, event, action, value, starts))
    return FALSE;
  return starts || !g_str_equal (action, "thaw_processes") || !self->is_suspending
         || tv_kernel_slices_suspend (self, event, "suspend_enter", 0, FALSE);
}
