# The workload copy as a trace of Accel-Sim: awk -v blocks=240 -v iterations=64 -f copy_trace.awk >kernel-1.traceg
# Its input, at 0x7f0000000000, is what the list has to copy: blocks x iterations x 768 bytes.
BEGIN {
    printf "-kernel name = copy\n-grid dim = (%d,1,1)\n-block dim = (192,1,1)\n-shmem = 0\n-nregs = 0\n", blocks
    printf "-binary version = 70\n-accelsim tracer version = 5\n-enable lineinfo = 0\n#\n"
    for (block = 0; block < blocks; block++) {
        printf "#BEGIN_TB\nthread block = %d,0,0\n", block
        for (warp = 0; warp < 6; warp++) {
            printf "warp = %d\ninsts = %d\n", warp, 4 * iterations + 1
            for (pass = 0; pass < iterations; pass++) {
                at = ((pass * blocks + block) * 6 + warp) * 128
                printf "0010 ffffffff 1 R4 LDG.E.SYS 1 R2 4 1 0x7f00%08x 4 0\n", at
                printf "0018 ffffffff 1 R5 FFMA 2 R4 R5 0 0\n0020 ffffffff 1 R6 FFMA 2 R5 R6 0 0\n"
                printf "0028 ffffffff 0 STG.E.SYS 2 R3 R6 4 1 0x7f10%08x 4 0\n", at
            }
            print "0030 ffffffff 0 EXIT 0 0 0"
        }
        print "#END_TB"
    }
}
