#define _GNU_SOURCE
#include "CProgramCode.h"

#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static int release(struct dl_phdr_info *object, size_t size, void *unused) {
  (void)size, (void)unused;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    // Pages that were written to would lose what was written.
    if (segment->p_type != PT_LOAD || (segment->p_flags & (PF_W | PF_X)) != PF_X) continue;
    uintptr_t begin = object->dlpi_addr + segment->p_vaddr, end = begin + segment->p_memsz;
    begin &= ~(page - 1);
    // If the system refuses, the pages simply stay.
    madvise((void *)begin, end - begin, MADV_DONTNEED);
  }
  // The program is the first of the objects; the libraries' pages are shared with others.
  return 1;
}

void program_code_release(void) { dl_iterate_phdr(release, NULL); }
