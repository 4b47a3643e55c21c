#ifndef INKWELL_PROGRAM_CODE_H
#define INKWELL_PROGRAM_CODE_H

/// Takes the pages of the program's instructions out of this process. Whatever is needed again comes back by itself, from the
/// system's cache of the file or from the disk.
void program_code_release(void);

#endif
