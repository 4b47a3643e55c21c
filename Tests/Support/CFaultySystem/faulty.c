#define _GNU_SOURCE
#include "CFaultySystem.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

const char *const faulty_name = "faulty";

static atomic_long planned = -1, seen = 0;
static atomic_llong limit = -1;
static atomic_int planned_code = 0;
static void (*observer)(void);
static atomic_long syncs = 0, outside_syncs = 0;
static char watched[512];
static _Thread_local int is_inside;

typedef struct {
  sqlite3_file base;
  sqlite3_file *real;
} File;

static sqlite3_vfs *real_system;
static sqlite3_vfs system_between;

#define REAL(file) (((File *)(file))->real)
#define METHODS(file) (REAL(file)->pMethods)

/// The error code to fail with now, or SQLITE_OK.
static int fault(void) {
  if (observer) observer();
  long number = atomic_fetch_add(&seen, 1);
  return number == atomic_load(&planned) ? atomic_load(&planned_code) : SQLITE_OK;
}

#define FAIL_IF_PLANNED \
  int code = fault();   \
  if (code != SQLITE_OK) return code

static int file_close(sqlite3_file *file) { return METHODS(file)->xClose(REAL(file)); }

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  FAIL_IF_PLANNED;
  return METHODS(file)->xRead(REAL(file), bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  FAIL_IF_PLANNED;
  long long most = atomic_load(&limit);
  if (most >= 0 && offset + count > most) return SQLITE_FULL;
  return METHODS(file)->xWrite(REAL(file), bytes, count, offset);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  FAIL_IF_PLANNED;
  return METHODS(file)->xTruncate(REAL(file), size);
}

static int file_sync(sqlite3_file *file, int flags) {
  FAIL_IF_PLANNED;
  atomic_fetch_add(&syncs, 1);
  is_inside = 1;
  code = METHODS(file)->xSync(REAL(file), flags);
  is_inside = 0;
  return code;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  FAIL_IF_PLANNED;
  return METHODS(file)->xFileSize(REAL(file), size);
}

static int file_lock(sqlite3_file *file, int level) {
  FAIL_IF_PLANNED;
  return METHODS(file)->xLock(REAL(file), level);
}

// No caller could handle a failed unlock, so it never fails.
static int file_unlock(sqlite3_file *file, int level) { return METHODS(file)->xUnlock(REAL(file), level); }

static int file_reserved(sqlite3_file *file, int *result) {
  return METHODS(file)->xCheckReservedLock(REAL(file), result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  return METHODS(file)->xFileControl(REAL(file), operation, argument);
}

static int file_sector(sqlite3_file *file) { return METHODS(file)->xSectorSize(REAL(file)); }
static int file_traits(sqlite3_file *file) { return METHODS(file)->xDeviceCharacteristics(REAL(file)); }

static int shared_map(sqlite3_file *file, int region, int size, int extends, void volatile **memory) {
  FAIL_IF_PLANNED;
  return METHODS(file)->xShmMap(REAL(file), region, size, extends, memory);
}

static int shared_lock(sqlite3_file *file, int offset, int count, int flags) {
  if (flags & SQLITE_SHM_LOCK) {
    FAIL_IF_PLANNED;
  }
  return METHODS(file)->xShmLock(REAL(file), offset, count, flags);
}

static void shared_barrier(sqlite3_file *file) { METHODS(file)->xShmBarrier(REAL(file)); }
static int shared_unmap(sqlite3_file *file, int removes) { return METHODS(file)->xShmUnmap(REAL(file), removes); }

static const sqlite3_io_methods methods = {
  2, file_close, file_read, file_write, file_truncate, file_sync, file_size, file_lock, file_unlock, file_reserved,
  file_control, file_sector, file_traits, shared_map, shared_lock, shared_barrier, shared_unmap, NULL, NULL,
};

static int system_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags) {
  file->pMethods = NULL;
  FAIL_IF_PLANNED;
  File *own = (File *)file;
  own->real = (sqlite3_file *)(own + 1);
  int result = real_system->xOpen(real_system, name, own->real, flags, out_flags);
  if (own->real->pMethods) file->pMethods = &methods;
  return result;
}

static int system_delete(sqlite3_vfs *vfs, const char *name, int syncs) {
  FAIL_IF_PLANNED;
  return real_system->xDelete(real_system, name, syncs);
}

static int system_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
  FAIL_IF_PLANNED;
  return real_system->xAccess(real_system, name, flags, result);
}

void faulty_install(void) {
  if (real_system) return;
  real_system = sqlite3_vfs_find(NULL);
  system_between = *real_system;
  system_between.zName = faulty_name;
  system_between.szOsFile = (int)sizeof(File) + real_system->szOsFile;
  system_between.xOpen = system_open;
  system_between.xDelete = system_delete;
  system_between.xAccess = system_access;
  sqlite3_vfs_register(&system_between, 0);
}

void faulty_plan(long operation, int code) {
  atomic_store(&planned_code, code);
  atomic_store(&planned, operation);
  atomic_store(&seen, 0);
}

void faulty_observe(void (*now)(void)) { observer = now; }

// These replace the functions of the C library in the whole process.
static char unsynced[512];

/// Whether the sync has to fail.
static int note_sync(int descriptor) {
  char link[64], path[sizeof watched];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0 || is_inside) return 0;
  path[length] = 0;
  if (strcmp(path, watched) == 0) atomic_fetch_add(&outside_syncs, 1);
  if (!unsynced[0] || strcmp(path, unsynced) != 0) return 0;
  unsynced[0] = 0;
  errno = EIO;
  return 1;
}

int fdatasync(int descriptor) {
  return note_sync(descriptor) ? -1 : (int)syscall(SYS_fdatasync, descriptor);
}

int fsync(int descriptor) {
  return note_sync(descriptor) ? -1 : (int)syscall(SYS_fsync, descriptor);
}

void faulty_unsync(const char *path) { snprintf(unsynced, sizeof unsynced, "%s", path); }

static char full[512];

void faulty_fill(const char *prefix) { snprintf(full, sizeof full, "%s", prefix ? prefix : ""); }

/// Whether the disk counts as full for an open file.
static int is_full(int descriptor) {
  if (!full[0]) return 0;
  char link[64], path[sizeof full];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strncmp(path, full, strlen(full)) == 0;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  if (is_full(descriptor)) {
    errno = ENOSPC;
    return -1;
  }
  return syscall(SYS_pwrite64, descriptor, bytes, count, offset);
}

void faulty_watch(const char *path) {
  snprintf(watched, sizeof watched, "%s", path);
  atomic_store(&outside_syncs, 0);
}

long faulty_outside_syncs(void) { return atomic_load(&outside_syncs); }
long faulty_syncs(void) { return atomic_load(&syncs); }
long faulty_count(void) { return atomic_load(&seen); }
void faulty_limit(long long bytes) { atomic_store(&limit, bytes); }
