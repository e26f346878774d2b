# 
The 
chip 
model

`cosim/model/gpu.[ch]` 
wires 
the 
twins 
of 
all 
blocks 
exactly 
as 
`gen/emit/chip.c` 
wires 
the 
RTL, 
adds 
what 
stands 
outside 
the 
RTL 
(SMs,
DRAM 
channels, 
thread-block 
dispatch), 
and 
gives 
them 
a 
clock. 
It 
is 
the 
golden 
model 
of 
lockstep 
and 
the 
engine 
of 
`memloom 
sim`.

```
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
per 
core 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
networks 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
per 
partition
 
dispatch 
─> 
sm 
─> 
l1_arbiter 
─> 
l1_cache 
─> 
mshr 
─> 
noc_port 
══ 
request 
mesh 
══ 
noc_port 
─> 
llc_slice 
─> 
dram 
─> 
memory
 
 
 
 
 
 
 
 
 
 
 
 
 
 
^────── 
hit 
───────────┘ 
^─fill─┘ 
<─── 
noc_port 
══ 
reply 
mesh 
════ 
noc_port 
<─────┘ 
 
^─reply──┘
 
clock_divider 
─> 
noc_en 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
 
events 
─> 
perf_counters 
─> 
perf_merge 
─> 
stat_value
```

## 
A 
cycle
| 
part 
| 
what 
happens 
| 
who 
reads 
what 
|
|---|---|---|
| 
`gpu_begin` 
| 
control 
inputs 
of 
this 
cycle: 
blocks 
to 
cores, 
flush 
at 
a 
kernel's 
end, 
llc_flush 
at 
the 
end 
| 
state 
of 
SMs, 
LLCs, 
DRAM 
|
| 
(look) 
| 
every 
wire 
has 
its 
value 
of 
this 
cycle; 
lockstep 
compares 
with 
the 
RTL 
here 
| 
`gpu_instances`, 
`sm_out`, 
`dram_out` 
|
| 
`gpu_edge` 
1 
| 
`x_step` 
of 
every 
active 
block 
| 
wires 
only 
|
| 
`gpu_edge` 
2 
| 
drive: 
`x_outputs`, 
scalars 
copied 
to 
the 
readers' 
inputs, 
wake-ups 
| 
state 
of 
the 
stepped 
block 
|

Wide 
signals 
are 
not 
copied: 
a 
reader's 
`const 
uint64_t 
*` 
points 
into 
its 
driver's 
output 
struct. 
No 
block 
reads 
a 
wire 
that 
is 
written
in 
the 
same 
phase, 
so 
the 
order 
inside 
a 
phase 
does 
not 
matter; 
`--shuffle 
N` 
steps 
and 
drives 
in 
random 
order 
to 
show 
it.

## 
Who 
is 
active
One 
bit 
per 
block 
and 
class. 
A 
block's 
bit 
for 
the 
next 
edge 
is 
set 
by 
itself 
while 
it 
is 
not 
idle, 
and 
by 
whoever 
offers 
it 
something 
valid. 
Some
blocks 
are 
known 
better 
than 
by 
`x_is_idle`: 
`l1_arbiter` 
is 
a 
queue 
and 
acts 
at 
handshakes 
only; 
`l1_cache` 
and 
`mshr` 
tell 
when 
they 
only 
wait
(`waits`) 
for 
a 
handshake, 
fill 
or 
flush; 
`noc_port` 
acts 
at 
handshakes 
and, 
when 
not 
idle 
or 
with 
something 
on 
its 
router's 
wires, 
at 
edges 
with 
`noc_en`. 
Meshes 
keep 
masks 
of 
active 
routers 
themselves. 
SMs 
and 
DRAM 
channels 
sleep 
with
deadlines 
even 
when 
they 
hold 
work. 
The 
queues 
of 
the 
shared 
L1 
act 
at 
handshakes, 
`dyneb` 
at 
the 
events 
it 
counts 
and 
while 
it 
evaluates. 
When 
no 
bit 
is 
set, 
`gpu_tick` 
jumps 
to 
the 
next 
DRAM 
deadline 
(`clock_divider_skip`).
`--no-skip` 
steps 
everything 
in 
every 
cycle. 
Tests 
compare 
the 
hash 
of 
all 
state 
every 
1000 
cycles 
between 
the 
three 
ways.

## 
With 
shared_l1
`gpu_shared.c` 
adds 
requester, 
remote_in_queue, 
remote_out_queue, 
dyneb 
and 
the 
home 
port 
of 
each 
core 
(docs/shared_l1.md). 
The 
organization 
is 
`gpu_set_mode`: 
inputs 
of 
the 
chip. 
Views 
without 
hardware: 
`sharing.c` 
counts 
copies 
of 
lines,
`gpu_reuse.c` 
reuse 
distances 
(docs/dlp.md; 
also 
without 
shared_l1),
`ideal_links.c` 
joins 
requesters 
and 
homes 
without 
a 
network 
(pact20 
figure 
2), 
`options.timeline` 
records 
each 
core's 
phases 
(gen/command/timeline.c 
draws 
them), 
`options.policy_seed` 
changes 
the 
policy 
at 
random 
cycles.

## 
Kernel 
boundaries 
and 
the 
end
A 
kernel 
ends 
in 
the 
cycle 
in 
which 
all 
its 
blocks 
were 
handed 
out 
and 
every 
core's 
blocks 
have 
retired 
(a 
warp 
retires 
when 
its 
last 
request 
is
answered). 
In 
this 
cycle 
`flush` 
= 
1; 
the 
next 
kernel's 
blocks 
follow 
from 
the 
next 
cycle 
on. 
After 
the 
last 
one 
`llc_flush` 
= 
1 
for 
a 
cycle; 
the 
run 
is 
done 
when
no 
slice 
is 
busy 
or 
holds 
anything 
and 
no 
channel 
has 
a 
request. 
Then 
the 
workload 
compares 
memory 
with 
plain 
C.

## 
Wrong, 
stuck
Every 
byte 
a 
load 
returns 
is 
compared 
with 
the 
functional 
execution 
by 
the 
SM 
(racy 
loads 
of 
the 
trace 
excepted). 
When 
nothing 
was 
issued, 
requested,
answered 
or 
moved 
to 
DRAM 
in 
262,144 
cycles 
the 
run 
stops, 
lists 
every 
block 
that 
is 
not 
idle 
with 
what 
it 
offers 
and 
is 
offered, 
and 
exits 
with 
1.

## 
Statistics
`cosim/model/stats.def` 
is 
the 
table 
(docs/statistics.md). 
What 
the 
RTL 
counts 
(perf_counters) 
is 
taken 
from 
those 
counters, 
extended 
to 
64 
bits;
the 
rest 
from 
SMs, 
channels 
and 
links.

## 
Verification
`make 
test`: 
`tests/unit/gpu_test.c` 
runs 
all 
workloads 
to 
a 
right 
result 
on 
every 
chip 
of 
its 
lists 
(odd 
numbers 
of 
cores 
and 
partitions,
all 
queues 
at 
their 
smallest, 
shared 
L1s 
under 
every 
policy, 
line 
protection), 
skip 
= 
no-skip 
= 
shuffled, 
data 
= 
no 
data, 
and 
a 
planted 
deadlock; 
`tests/unit/dram_test.c`; 
`tests/cli/sim.sh`. 
Against 
the 
RTL: 
`memloom 
lockstep`.

## 
Speed
`make 
bench-model` 
prints 
core 
cycles 
per 
second 
of 
processor 
time 
for 
the 
loads 
of 
the 
targets 
and 
for 
8 
to 
128 
cores.
