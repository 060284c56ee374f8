/* SPDX-License-Identifier: Apache-2.0 */
/* The verbs of the .stim text form, as a table (verbs.c) that the reader and the writer use; doc/reference/stimulus.md.
 *
 * A line consists of a verb, the verb's own words, such as the name of a register, and key=value words. A row of the table says
 * what the verb needs of the DUT, for which item it stands, and its keys: the type of each value, its range, and the member of
 * struct draft that takes it. Functions of the row do what a table cannot express: they read the verb's own words, and check
 * rules between keys. */
#ifndef PAUSEBENCH_VERBS_H
#define PAUSEBENCH_VERBS_H
#include "stimulus/control.h"
#include "regs.h"
#include "stimulus/stim.h"

#define STIM_MAGIC "pausebench-stim"

struct reader;
struct verb_key;

/* The content of a line as far as it has been read: its item, and the values that the verb needs to complete it. */
struct draft {
	struct item item;
	struct stim_fields fields; /* for rx.frame and tx.frame */
	struct stim_pause pause;   /* for rx.pause */
	struct stim_pfc pfc;       /* for rx.pfc */
	uint32_t len;              /* the length of the frame, of a received one with its FCS */
	bool remote;               /* for rx.fault */
	uint32_t count;            /* for rx.fault and rx.ordered: how many columns */
	uint32_t ordered;          /* for rx.ordered: the three octets after the control code, the first one in bits 23:16 */
	uint8_t code;              /* for rx.ordered: the control code */
	struct pcap_options pcap;  /* for pcap */
	uint32_t seed;             /* for reg.walk */
	bool reads;                /* for reg.walk: it writes nothing */
	bool all;                  /* for counter: it reads each counter that the DUT has */
	const char *reg_name;      /* for reg.write and reg.read; "" for an address without a name */
	const struct reg_field *field;
};

/* How a value is read and written. */
struct value_type {
	/* Reads TEXT, which it may change, into D. Returns 0 or the refusal. NULL: the verb's function reads it, since its range
	 * depends on other keys. */
	int (*read)(struct reader *r, const struct verb_key *key, char *text, struct draft *d);
	/* Writes " key=value". NULL: the function that writes the verb writes the key, or nothing does. */
	void (*write)(FILE *out, const struct verb_key *key, const struct draft *d);
};
extern const struct value_type value_number, value_signed, value_hex, value_strobe, value_word, value_address, value_fcs,
    value_host_fcs, value_fill, value_code, value_column, value_maybe, value_class_time, value_classes, value_offset, value_span,
    value_later;

/* The property that a DUT must have for a verb or a key. */
enum verb_need {
	NEED_NOTHING,
	NEED_RUNS /* of rx_dv */,
	NEED_XGMII,
	NEED_MII,
	NEED_REQUESTS,
	NEED_PFC_FRAMES,
	NEED_MDIO,
	NEED_STOPS /* of the receive clock */,
	NEED_CLOCK_RESETS /* of it alone */
};

struct verb_key {
	const char *name; /* NULL ends a list */
	const struct value_type *type;
	size_t offset, size;      /* the place and size of the member in struct draft that takes the value */
	uint32_t min, max;        /* the range of a number, both included */
	uint32_t min_xgmii;       /* the .min at XGMII */
	int digits;               /* the least number of digits of a number in hex */
	const char *const *words; /* for value_word: the words, with NULL at the end; the value is the index */
	const char *with;         /* another key, such as "er=OFFSET", without which this one makes no sense */
	enum verb_need need;
	bool required, shown; /* .shown: it is written even with its default */
};

struct verb {
	const char *name;
	bool header, repeats; /* .repeats: the header may be given several times */
	bool of_lines;        /* it stands for lines of the file, as a loop or a part does */
	bool registers;       /* it names registers or ports of one device, so that it is not for a neutral stimulus */
	enum verb_need need;
	struct item item;             /* the item with the defaults of the keys */
	struct item (*item_of)(void); /* returns the item, in place of .item */
	/* Reads the words between verb and keys. */
	int (*words)(struct reader *r, struct draft *d);
	const struct verb_key *keys, *more; /* .more: the keys that received frames have in common, or NULL */
	/* Is called after the keys: checks and completes the draft, and appends the items for which the line stands. NULL: the
	 * item is appended. */
	int (*finish)(struct reader *r, struct draft *d);
};
extern const struct verb verb_table[];
extern const size_t verb_count;
/* The keys of every received frame. */
extern const struct verb_key verb_run_keys[];
/* Returns a draft with the defaults of the verb and its keys. */
struct draft verb_draft(const struct verb *verb);
const struct verb *verb_by_name(const char *name);
/* Returns the verb that stands for ITEM alone; of a received frame it is rx.frame. */
const struct verb *verb_of_item(const struct item *item);
/* Returns whether the key is NAME, which ends at a '=' or a NUL. */
bool verb_key_is(const struct verb_key *key, const char *name);
/* Returns the row of NAME, which ends likewise, or NULL. */
const struct verb_key *verb_key_row(const struct verb_key *keys, const char *name);

bool verb_need_met(enum verb_need need, const struct dut *dut);

/* ---- the reader ---- */

/* READER_SHOWN_MAX is how many characters of a wrong word a message shows. */
enum { READER_LINE_MAX = 1 << 18, READER_KEYS_MAX = 32, READER_SHOWN_MAX = 40 };

struct reader_parts;
struct line_source;
/* The value of a loop for which the lines of its block are being read. */
struct variable {
	const char *name, *kind, *text; /* .kind: "sweep" or "repeat" */
	bool is_number;
	int64_t value;                /* the value of .text, if that is a number */
	const struct variable *outer; /* of the loop around this one, or NULL */
};
/* The most octets that the items of a file may take: a few lines can ask for any number of items. */
enum { STIM_MEMORY_MAX = 512 << 20 };

struct reader {
	FILE *in, *out; /* .out gets the lines; NULL: they become items */
	const char *path;
	const struct dut *dut;
	const struct reg_page *page;
	struct stimulus *st;
	struct stim_error *error;
	char *text, *next; /* the line and its unread rest */
	char *raw;         /* the line before the values of loops are put into it; NULL until there is one */
	unsigned line;
	unsigned joined;  /* how many lines of the file are part of the line before them, and are still to be counted */
	unsigned version; /* the version of the format */
	/* The values of the loops around the line, the innermost one first; NULL: there is none. */
	const struct variable *variables;
	struct line_source *source; /* where the lines come from; NULL: from the file */
	uint64_t loop_octets;       /* how many octets of lines were read so far for values of loops */
	uint64_t headers;           /* the headers so far, a bit for each row of verb_table */
	size_t memory;              /* how many octets the items and their frames take */
	bool in_items;
	bool unfit; /* the headers or a control exclude the DUT, whose page need not have the registers of the items */
	uint64_t controls[PM_CONTROL_COUNT]; /* the values that the controls have at this line */
	unsigned mbps;                       /* the speed of the PHY at this line */
	struct reader_parts *parts;          /* the parts so far, or NULL */
	/* The members below belong to the line. */
	const struct verb *verb;
	const struct verb_key *keys;  /* the keys of .verb that the line may have ... */
	char *given[READER_KEYS_MAX]; /* ... with their texts, and then those of .verb->more; NULL: not given */
};

/* Reads the line in .text as a header or an item. */
int reader_item_line(struct reader *r);
/* Reads the next line into .text, without its end. Returns 1, 0 at the end of the file, or a negative errno. */
int reader_next_line(struct reader *r);
/* Notes an error at AT within the line (NULL: its start). Returns -EINVAL. */
int reader_refuse(struct reader *r, const char *at, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Returns the next word of the line, or NULL at the end of the line or at a comment. Blanks between two " do not end a word. */
char *reader_word(struct reader *r);
/* Refuses the line if it has a further word. */
int reader_end(struct reader *r);
/* Returns the text of a key of the line, or NULL if the line does not have it. */
char *reader_key(const struct reader *r, const char *name);
/* Refuses WHAT, a verb or key at AT of the line, if the DUT does not have what it needs. */
int reader_need(struct reader *r, enum verb_need need, const char *what, const char *at);

/* Reads TEXT as a number, decimal or hexadecimal (0x..). Returns false if it is none; *RET_OVER says that it has more than 64
 * bits. */
bool number_parse(const char *text, uint64_t *ret, bool *ret_over);
/* Does the same, and refuses a number that is not from MIN to MAX. WHAT names it in the message. */
int number_read64(struct reader *r, const char *text, const char *what, uint64_t min, uint64_t max, uint64_t *ret);
int number_read(struct reader *r, const char *text, const char *what, uint32_t min, uint32_t max, uint32_t *ret);
/* Reads the name of an address, mix:N, or six octets. */
bool address_parse(const char *text, uint8_t ret[STIM_ADDRESS_OCTETS]);
/* Decodes hex digits in place: the octets replace the text. */
int hex_read(struct reader *r, char *text, uint8_t **ret, size_t *ret_len);

/* ---- functions of rows: frames (stim_frames.c) ---- */
int finish_rx_frame(struct reader *r, struct draft *d);
int finish_rx_pause(struct reader *r, struct draft *d);
int finish_rx_pfc(struct reader *r, struct draft *d);
int finish_rx_raw(struct reader *r, struct draft *d);
int finish_rx_lanes(struct reader *r, struct draft *d);
int finish_rx_fault(struct reader *r, struct draft *d);
int finish_rx_ordered(struct reader *r, struct draft *d);
int finish_tx_frame(struct reader *r, struct draft *d);

/* ---- functions of rows: headers, registers and the rest (stim_words.c) ---- */
int words_needs(struct reader *r, struct draft *d);
int words_dut(struct reader *r, struct draft *d);
int words_model(struct reader *r, struct draft *d);
int words_seed(struct reader *r, struct draft *d);
int words_reading(struct reader *r, struct draft *d);
int words_covers(struct reader *r, struct draft *d);
int words_long(struct reader *r, struct draft *d);
int words_reg_write(struct reader *r, struct draft *d);
int words_reg_read(struct reader *r, struct draft *d);
int words_pause_req(struct reader *r, struct draft *d);
int words_stop(struct reader *r, struct draft *d);
int words_reset_clock(struct reader *r, struct draft *d);
int words_wait(struct reader *r, struct draft *d);
int finish_header(struct reader *r, struct draft *d);
int finish_reg_read(struct reader *r, struct draft *d);
int finish_link(struct reader *r, struct draft *d);
int finish_carrier(struct reader *r, struct draft *d);
int finish_setup(struct reader *r, struct draft *d);
int finish_reg_walk(struct reader *r, struct draft *d);
int finish_reg_holes(struct reader *r, struct draft *d);
int finish_pcap(struct reader *r, struct draft *d);

/* ---- the values of loops in lines (stim_variables.c) ---- */

/* Returns the variable whose name is the LEN characters at NAME, or NULL. */
const struct variable *reader_variable(const struct reader *r, const char *name, size_t len);
/* Puts the values of the loops around the line into it. */
int reader_put_values(struct reader *r);

/* ---- blocks of lines, and repeat (stim_repeat.c) ---- */
enum { BLOCK_LINES_MAX = 1000, BLOCK_DEPTH_MAX = 8 };
/* The lines of a block. Initialise it with zeros; block_free() releases it. */
struct block {
	unsigned line; /* the line of its head */
	char *lines[BLOCK_LINES_MAX];
	size_t count;
};
/* Lines of a block that are read in place of those of the file. */
struct line_source {
	const struct block *block;
	size_t at, to;
	struct line_source *outer;
};
/* Keeps the lines from the next one up to the line `end`. WHAT, such as "the sweep of at", is for messages. From version 2 on
 * loops may be within the block. Returns 0, -EINVAL or -ENOMEM. */
int reader_block(struct reader *r, const char *what, struct block *ret);
/* Appends the items of the lines FROM to TO - 1, with the values of the loops around them. */
int reader_block_lines(struct reader *r, const struct block *b, size_t from, size_t to);
/* Returns the number of lines up to the last line WORD that belongs to the block itself, that line included; 0: there is none. */
size_t block_line(const struct block *b, const char *word);
/* Returns whether the first line of the block that has a word begins with WORD. */
bool block_begins(const struct block *b, const char *word);
void block_free(struct block *b);
/* Lets the reader go on behind LINE, the line `end`, when the lines of a block were read. */
void reader_block_end(struct reader *r, unsigned line);
/* Makes VERB the verb of the line again, after the verbs of the lines of its block. */
void reader_verb_again(struct reader *r, const struct verb *verb);
int words_repeat(struct reader *r, struct draft *d);
/* Reads a repeat whose head has a name and values, and the lines of its block for each value (stim_sweep.c). */
int reader_repeat_values(struct reader *r);

/* ---- functions of rows: controls and counters of any MAC (stim_neutral.c), sweeps (stim_sweep.c) ---- */
int words_neutral(struct reader *r, struct draft *d);
int words_purpose(struct reader *r, struct draft *d);
int words_control(struct reader *r, struct draft *d);
int finish_marks(struct reader *r, struct draft *d);
int words_counter(struct reader *r, struct draft *d);
int finish_counter(struct reader *r, struct draft *d);
int finish_nothing(struct reader *r, struct draft *d);
int finish_reset(struct reader *r, struct draft *d);
int words_sweep(struct reader *r, struct draft *d);
/* Appends a wait of CLOCKS that belongs to LINE. */
int reader_append_wait(struct reader *r, unsigned line, uint32_t clocks);
/* Appends a reset that belongs to LINE, and a wait for a MAC that leaves its own reset a few clocks later. */
int reader_append_reset(struct reader *r, unsigned line);
/* Notes values of a sweep, or a meeting, in .sweeps: under NAME, with the values of the loops around it before. *RET_PLACE is the
 * .sweep of their items. */
int reader_sweep_place(struct reader *r, const char *name, uint16_t *ret_place);
/* Notes in the items from BEFORE on, except those of loops within, that they belong to VALUE of PLACE. */
void reader_note_case(struct reader *r, size_t before, uint16_t place, int32_t value);

/* ---- functions of rows: parts and their meetings (stim_meets.c) ---- */
int words_part(struct reader *r, struct draft *d);
int words_meets(struct reader *r, struct draft *d);
void reader_parts_free(struct reader_parts *parts);
/* Gives each control the value that it has after a reset. */
void reader_controls_reset(struct reader *r);
/* Notes in words that follow "needs " what the DUT lacks, so that the file is not for it. */
void reader_lacks(struct reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- functions of rows: expectations (stim_expect.c) ---- */
int words_expect(struct reader *r, struct draft *d);
int finish_expect(struct reader *r, struct draft *d);

/* ---- XGMII lanes, octet by octet (stim_values.c) ---- */

/* Returns the control code of a letter (S T E I Q), or -1. */
int lanes_code(char letter);
/* Returns the letter of a control code, or 0. */
char lanes_letter(uint8_t code);
/* Reads the lanes of TEXT, at most MAX. Returns NULL and sets *RET_LEN, or returns the place where TEXT is wrong and sets *RET_EXPECTED. */
const char *lanes_parse(const char *text, uint8_t *octets, uint8_t *control, uint32_t max, uint32_t *ret_len,
                        const char **ret_expected);
/* Writes lanes as a text from which lanes_parse() reads the same. */
void lanes_write(FILE *out, const uint8_t *octets, const uint8_t *control, uint32_t len);
#endif
