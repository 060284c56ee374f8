/* SPDX-License-Identifier: Apache-2.0 */
/* Records a run without waves for the run that writes them: what the golden model expects in each clock of a window, and frames and register
 * accesses as words. */
#ifndef PAUSEBENCH_WAVES_RECORD_H
#define PAUSEBENCH_WAVES_RECORD_H
#include "base/event.h"
#include "check/scoreboard.h"
#include "seam/expected.h"

struct waves_record;

/* A record of a run of DUT from clock FROM on. FINDING, or NULL, may name a counter, which is recorded then; the view shows
 * what is between its cause and it. NULL if there is no memory. */
struct waves_record *waves_record_new(const struct dut *dut, bool black_box, uint64_t from, const struct finding *finding);
void waves_record_free(struct waves_record *record);
/* Lets RECORD see the golden model of SB, to be called before the first event. RECORD must outlive SB. */
void waves_record_watch(struct waves_record *record, struct scoreboard *sb);
/* Takes the same batches as scoreboard_events(), each before it. */
void waves_record_events(struct waves_record *record, const struct event *events, size_t count);
/* The run is over with RESULT, in clocks. Returns all changes, which belong to RECORD, or NULL if there was no memory. */
const struct seam_changes *waves_record_finish(struct waves_record *record, const struct scoreboard_result *result);
#endif
