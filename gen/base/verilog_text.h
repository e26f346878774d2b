/* A minimal reader of Verilog text: words, comments, brackets. */
#ifndef MEMLOOM_VERILOG_TEXT_H
#define MEMLOOM_VERILOG_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Past white space and comments. */
const char *verilog_skip(const char *text);
/* Length of the identifier or number at the start; 0 when there is none. */
size_t verilog_word(const char *text);
/* Whether the word at the start is this one. */
bool verilog_is(const char *text, const char *word);
/* Behind the bracket that closes the one at the start: ( [ or {. */
const char *verilog_close(const char *text);
/* Whether `#(..) name (` or `name (` follows, as after the module name of an instance. */
bool verilog_instance_follows(const char *text);

#endif
