/* SPDX-License-Identifier: Apache-2.0 */
/* What the standard leaves to a MAC, as its profile says it: names for the values of the parameters of ieee8023 (regs/ieee8023/parameters.def has their
 * sentences), and what they are for the requests of its control frames. */
#ifndef PAUSEBENCH_FREEDOMS_H
#define PAUSEBENCH_FREEDOMS_H
#include "pausemodel.h"
#include "standard/request.h"

/* What becomes of a kind of frame: the values of the parameters ControlForwarded, OtherControl, Runts and TooLong. */
enum ieee8023_fate { FATE_DROPPED, FATE_PASSED, FATE_MARKED };
/* The values of the parameters AddressFilter, TaggedLonger, LengthChecked, ControlHeld, SendsBy, Refresh and PfcVector. */
enum ieee8023_filter { FILTER_OFF, FILTER_ON, FILTER_INVERTED };
enum ieee8023_tagged_longer { TAGGED_NOT_LONGER, TAGGED_LONGER, TAGGED_LONGER_C };
enum ieee8023_length_checked { LENGTH_NOT_CHECKED, LENGTH_CHECKED, LENGTH_CHECKED_SHORT };
enum ieee8023_control_held { CONTROL_PASSES, CONTROL_HELD, CONTROL_EITHER };
enum ieee8023_sends_by { SENDS_NOTHING, SENDS_BY_LEVEL, SENDS_BY_PULSE, SENDS_BY_MARKS };
enum ieee8023_refresh { REFRESH_NONE, REFRESH_FROM_DECISION, REFRESH_FROM_END, REFRESH_BEFORE_EXPIRY };
enum ieee8023_vector { VECTOR_REQUESTED, VECTOR_ONE, VECTOR_ENABLED, VECTOR_HELD };

/* Returns how the MAC of P asks for its control frames; without the period of a refresh, which a control may decide. */
struct standard_request_nature freedoms_of_requests(const struct ieee8023_parameters *p);
#endif
