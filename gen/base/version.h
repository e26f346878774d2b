/* The version that file headers, the manifest and --version tell. */
#ifndef MEMLOOM_VERSION_H
#define MEMLOOM_VERSION_H

#define MEMLOOM_VERSION "0.1.0"

#endif
