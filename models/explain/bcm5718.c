/* SPDX-License-Identifier: Apache-2.0 */
/* BCM5718: which rules its differences break. Its requests are those of part/pause_tx.h; its registers need no more than their rows say. */
#include "explain.h"

const struct pm_explainer pm_explain_bcm5718 = { .pause_sent = explain_pause_marks, .why_sent = why_pause_marks };
