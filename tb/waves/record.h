/* SPDX-License-Identifier: Apache-2.0 */
/* Records, in a run without waves, what the run that writes waves shows beside the DUT: the values that the golden model expects
 * in each clock of a window, and frames and register accesses as words. */
#ifndef PAUSEBENCH_WAVES_RECORD_H
#define PAUSEBENCH_WAVES_RECORD_H
#include "base/event.h"
#include "check/scoreboard.h"
#include "seam/expected.h"

struct waves_record;

/* Returns the record of a run of DUT from clock FROM on, or NULL if there is no memory. FINDING may be NULL. If it names a
 * counter, that counter is recorded; the view shows the time between its cause and the finding. */
struct waves_record *waves_record_new(const struct dut *dut, bool black_box, uint64_t from, const struct finding *finding);
void waves_record_free(struct waves_record *record);
/* Lets RECORD watch the golden model of SB. To be called before the first event. RECORD must outlive SB. */
void waves_record_watch(struct waves_record *record, struct scoreboard *sb);
/* Takes each batch of events before scoreboard_events() does. */
void waves_record_events(struct waves_record *record, const struct event *events, size_t count);
/* The run is over with RESULT, in clocks. Returns all changes, which belong to RECORD, or NULL if there was no memory. */
const struct seam_changes *waves_record_finish(struct waves_record *record, const struct scoreboard_result *result);
#endif
