/* SPDX-License-Identifier: Apache-2.0 */
/* The verbs of the .stim text form, as a table (verbs.c) that the reader and the writer walk; doc/reference/stimulus.md.
 *
 * A line is a verb, its own words (the name of a register, say) and key=value words. A row of the table says what the verb needs of
 * the DUT, which item it stands for, and its keys: the type of each value, its range, and the member of struct draft that takes it.
 * A function of the row serves what a table cannot say: the verb's own words, and rules between keys. */
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
	struct stim_fields fields; /* rx.frame, tx.frame */
	struct stim_pause pause;   /* rx.pause */
	struct stim_pfc pfc;       /* rx.pfc */
	uint32_t len;              /* of the frame; a received one with its FCS */
	bool remote;               /* rx.fault */
	uint32_t count;            /* rx.fault, rx.ordered: columns */
	uint32_t ordered;          /* rx.ordered: the three octets behind the control code, the first one in bits 23:16 */
	uint8_t code;              /* rx.ordered: the control code */
	struct pcap_options pcap;  /* pcap */
	uint32_t seed;             /* reg.walk */
	bool reads;                /* reg.walk: nothing is written */
	bool all;                  /* counter: each that the DUT has */
	const char *reg_name;      /* reg.write, reg.read: "" for an address without a name */
	const struct reg_field *field;
};

/* How a value is read and written. */
struct value_type {
	/* Reads TEXT, which it may change, into D; 0, or the refusal. NULL: the verb's function reads it, since its range depends on other keys. */
	int (*read)(struct reader *r, const struct verb_key *key, char *text, struct draft *d);
	/* Writes " key=value". NULL: the writer of the verb writes it, or nothing. */
	void (*write)(FILE *out, const struct verb_key *key, const struct draft *d);
};
extern const struct value_type value_number, value_signed, value_hex, value_strobe, value_word, value_address, value_fcs,
    value_host_fcs, value_fill, value_code, value_column, value_maybe, value_class_time, value_classes, value_offset, value_span,
    value_later;

/* The property that a DUT must have for a verb or a key. */
enum verb_need { NEED_NOTHING, NEED_RUNS /* of rx_dv */, NEED_XGMII, NEED_MII, NEED_REQUESTS, NEED_PFC_FRAMES, NEED_MDIO };

struct verb_key {
	const char *name; /* NULL ends a list */
	const struct value_type *type;
	size_t offset, size;      /* in struct draft */
	uint32_t min, max;        /* of a number, both included */
	uint32_t min_xgmii;       /* likewise, at XGMII */
	int digits;               /* of a number in hex, at least */
	const char *const *words; /* value_word: NULL-terminated; the value is the index */
	const char *with;         /* "er=OFFSET": makes no sense without this key */
	enum verb_need need;
	bool required, shown; /* shown: written even with its default */
};

struct verb {
	const char *name;
	bool header, repeats; /* a header that may be given several times */
	bool of_lines;        /* stands for lines of the file: a loop or a part */
	bool registers;       /* names registers or ports of one device: not for a neutral stimulus */
	enum verb_need need;
	struct item item;             /* with the defaults of the keys */
	struct item (*item_of)(void); /* instead of .item */
	/* Reads the words between verb and keys. */
	int (*words)(struct reader *r, struct draft *d);
	const struct verb_key *keys, *more; /* .more: the keys that received frames have in common, or NULL */
	/* After the keys: checks and completes the draft, and appends what the line stands for. NULL: appends the item. */
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
/* Whether the key is NAME, which ends at a '=' or a NUL. */
bool verb_key_is(const struct verb_key *key, const char *name);
/* Returns the row of NAME, which ends likewise, or NULL. */
const struct verb_key *verb_key_row(const struct verb_key *keys, const char *name);

bool verb_need_met(enum verb_need need, const struct dut *dut);

/* ---- the reader ---- */

enum { READER_LINE_MAX = 1 << 18, READER_KEYS_MAX = 32, READER_SHOWN_MAX = 40 /* characters of a wrong word in a message */ };

struct reader_parts;
struct line_source;
/* The value of a loop for which the lines of its block are read. */
struct variable {
	const char *name, *kind, *text; /* .kind: "sweep" or "repeat" */
	bool is_number;
	int64_t value;                /* of .text, if that is a number */
	const struct variable *outer; /* of the loop around this one, or NULL */
};
/* Octets that the items of a file may take: a few lines can ask for any number of them. */
enum { STIM_MEMORY_MAX = 512 << 20 };

struct reader {
	FILE *in, *out; /* .out: where the lines go; NULL: they become items */
	const char *path;
	const struct dut *dut;
	const struct reg_page *page;
	struct stimulus *st;
	struct stim_error *error;
	char *text, *next; /* the line and its unread rest */
	char *raw;         /* the line before the values of loops are put into it; NULL until there is one */
	unsigned line;
	unsigned version;                 /* of the format */
	const struct variable *variables; /* of the loops around the line, the inner one first; NULL: there is none */
	struct line_source *source;       /* of the lines; NULL: the file */
	uint64_t loop_octets;             /* of lines, read so far for values of loops */
	uint64_t headers;                 /* seen, a bit for each row of verb_table */
	size_t memory;                    /* octets that the items take, with those of their frames */
	bool in_items;
	bool unfit; /* the headers or a control rule the DUT out: its page does not know the registers of the items */
	uint64_t controls[PM_CONTROL_COUNT]; /* the values that the controls have here */
	unsigned mbps;                       /* the speed of the PHY here */
	struct reader_parts *parts;          /* the parts so far, or NULL */
	/* of the line */
	const struct verb *verb;
	const struct verb_key *keys;  /* those of .verb that the line may have ... */
	char *given[READER_KEYS_MAX]; /* ... with their texts, then those of .verb->more; NULL: not given */
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

/* TEXT as a number, decimal or 0x.. hex. False if it is none; *RET_OVER: it has more than 64 bits. */
bool number_parse(const char *text, uint64_t *ret, bool *ret_over);
/* Likewise; refuses a number that is not MIN to MAX. WHAT names it in the message. */
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
/* Zero-initialise, block_free() afterwards. */
struct block {
	unsigned line; /* that of its head */
	char *lines[BLOCK_LINES_MAX];
	size_t count;
};
/* Lines of a block that stand in for those of the file. */
struct line_source {
	const struct block *block;
	size_t at, to;
	struct line_source *outer;
};
/* Keeps the lines from the next one up to the word end; WHAT, such as "the sweep of at", is for messages. From version 2 on loops may be within it. Returns
 * 0, -EINVAL or -ENOMEM. */
int reader_block(struct reader *r, const char *what, struct block *ret);
/* Appends the items of the lines FROM to TO - 1, with the values of the loops around them. */
int reader_block_lines(struct reader *r, const struct block *b, size_t from, size_t to);
/* Returns the number of lines up to the last one of its own that is WORD, that line included; 0: there is none. */
size_t block_line(const struct block *b, const char *word);
/* Returns whether its first line with a word begins with WORD. */
bool block_begins(const struct block *b, const char *word);
void block_free(struct block *b);
/* Goes on behind LINE, that of the word end, once the lines of a block were read. */
void reader_block_end(struct reader *r, unsigned line);
/* VERB is that of the line again, after those of its block. */
void reader_verb_again(struct reader *r, const struct verb *verb);
int words_repeat(struct reader *r, struct draft *d);
/* Reads a repeat whose head is a name and its values, and the lines of its block for each of them (stim_sweep.c). */
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
/* Appends a wait for so many clocks, as of LINE. */
int reader_append_wait(struct reader *r, unsigned line, uint32_t clocks);
/* Appends a reset, and some time for a MAC that leaves its own reset a few clocks later, as of LINE. */
int reader_append_reset(struct reader *r, unsigned line);
/* Notes further values of a sweep, or a meeting, under NAME, behind the values of the loops around it; *RET_PLACE is for their items. */
int reader_sweep_place(struct reader *r, const char *name, uint16_t *ret_place);
/* Notes that the items from BEFORE on, but for those of loops within, are there for VALUE of PLACE. */
void reader_note_case(struct reader *r, size_t before, uint16_t place, int32_t value);

/* ---- functions of rows: parts and their meetings (stim_meets.c) ---- */
int words_part(struct reader *r, struct draft *d);
int words_meets(struct reader *r, struct draft *d);
void reader_parts_free(struct reader_parts *parts);
/* Gives each control the value of a MAC after its reset. */
void reader_controls_reset(struct reader *r);
/* Notes what the DUT lacks, in words behind "needs ", so that the file is not for it. */
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
/* Writes a text that lanes_parse() reads back. */
void lanes_write(FILE *out, const uint8_t *octets, const uint8_t *control, uint32_t len);
#endif
