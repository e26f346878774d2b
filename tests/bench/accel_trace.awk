# A trace of Accel-Sim of about MB megabytes: awk -v mb=100 -f accel_trace.awk >kernel-1.traceg
# Blocks of 8 warps, each with loads and stores of 64 KB that all blocks walk, one in eight a gather.
BEGIN {
    warp_lines = 256
    blocks = int(mb * 1048576 / (8 * warp_lines * 52)) + 1
    printf "-kernel name = generated\n-grid dim = (%d,1,1)\n-block dim = (256,1,1)\n-shmem = 0\n-nregs = 32\n", blocks
    printf "-binary version = 70\n-accelsim tracer version = 5\n-enable lineinfo = 0\n#\n"
    for (i = 0; i < warp_lines / 4; i++) {
        at = sprintf("7f00%08x", i * 1024)
        if (i % 8 == 7) {
            delta = ""
            for (lane = 1; lane < 32; lane++) delta = delta " " (lane % 2 ? 132 : -124)
            body = body sprintf("0040 ffffffff 1 R4 LDG.E.SYS 1 R2 4 2 0x%s%s 0\n", at, delta)
        } else
            body = body sprintf("0040 ffffffff 1 R4 LDG.E.SYS 1 R2 4 1 0x%s 4 0\n", at)
        body = body "0050 ffffffff 1 R5 FFMA 3 R4 R6 R5 0 0\n0060 ffffffff 1 R2 IADD3 2 R0 R2 0 0\n"
        body = body sprintf("0070 ffffffff 0 STG.E.SYS 2 R2 R5 4 1 0x%s 4 0\n", at)
    }
    for (block = 0; block < blocks; block++) {
        printf "#BEGIN_TB\nthread block = %d,0,0\n", block
        for (warp = 0; warp < 8; warp++)
            printf "warp = %d\ninsts = %d\n%s0080 ffffffff 0 EXIT 0 0 0\n", warp, warp_lines + 1, body
        printf "#END_TB\n"
    }
}
