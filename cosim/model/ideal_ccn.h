/* Cooperation without a network, key ccn = ideal [taco16 sections 3.2 and 5.3]: a read of a missed
 * line that another L1 holds is answered from there after ccn_latency cycles, whatever else is
 * under way, and never reaches L2; all others lose no cycle. Model only: what stands between the
 * MSHRs and their noc_ports here is no hardware. */
#ifndef MEMLOOM_IDEAL_CCN_H
#define MEMLOOM_IDEAL_CCN_H

struct gpu;
struct ideal_ccn;

struct ideal_ccn *ideal_ccn_new(const struct gpu *);
void ideal_ccn_free(struct ideal_ccn *);
/* Between begin and edge: gives the wires between MSHRs and noc_ports their values of this cycle.
 */
void ideal_ccn_drive(struct gpu *);

#endif
