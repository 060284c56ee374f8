/* SPDX-License-Identifier: Apache-2.0 */
/* The content of a run as a hash.
 *
 * A result depends on the program, on the stimulus and on the options, and on nothing else: the simulation has no time and no
 * randomness of its own. Of the program the objects are hashed that the linker got, and not the sources, so that compiler, flags
 * and simulator are in the hash by their products. A seed stands for its stimulus because the generator is in the program. */
#include "content.h"

#include "base/sha256.h"
#include "library/library.h"
#include "stimulus/item.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The hash of a stimulus file, and the attributes that the file had then. */
struct stimulus_file {
	char *path;
	struct stat then;
	bool captures; /* it has frames of captures, which its text does not show */
	uint8_t hash[SHA256_OCTETS];
};

struct content {
	char program[2 * SHA256_OCTETS + 1];
	struct stimulus_file *files;
	size_t count, capacity;
};

/* A file that changed less than so long before it was hashed may change again with the same time stamp. */
static const double stamp_seconds = 0.02;

static void in_hexadecimal(const uint8_t hash[SHA256_OCTETS], char ret[2 * SHA256_OCTETS + 1])
{
	for (int i = 0; i < SHA256_OCTETS; i++)
		snprintf(ret + 2 * i, 3, "%02x", hash[i]);
}

/* Hashes the file at PATH. Returns 0 or a positive errno. */
static int hash_file(const char *path, uint8_t ret[SHA256_OCTETS])
{
	struct stat status;
	int fd = open(path, O_RDONLY | O_CLOEXEC), number = 0;
	void *data = NULL;

	if (fd < 0)
		return errno;
	if (fstat(fd, &status))
		number = errno;
	else if (status.st_size)
		data = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (data == MAP_FAILED)
		number = errno;
	close(fd);
	if (number)
		return number;
	sha256(data ? data : "", (size_t)status.st_size, ret);
	if (data)
		munmap(data, (size_t)status.st_size);
	return 0;
}

/* ---- the program ---- */

/* Prints the build id of a library, which is the hash that its linker gave it; if it has none, the hash of its file. */
static void print_library(FILE *out, const struct dl_phdr_info *info)
{
	uint8_t hash[SHA256_OCTETS];
	char text[2 * SHA256_OCTETS + 1];

	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const char *at = (const char *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
		const char *end = at + info->dlpi_phdr[i].p_memsz;
		while (info->dlpi_phdr[i].p_type == PT_NOTE && at + sizeof(ElfW(Nhdr)) <= end) {
			const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)at;
			const char *name = at + sizeof(*note), *id = name + ((note->n_namesz + 3) & ~3U);
			if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && !memcmp(name, "GNU", 4)) {
				for (unsigned k = 0; k < note->n_descsz; k++)
					fprintf(out, "%02x", (unsigned char)id[k]);
				fputc('\n', out);
				return;
			}
			at = id + ((note->n_descsz + 3) & ~3U);
		}
	}
	if (!hash_file(info->dlpi_name, hash)) {
		in_hexadecimal(hash, text);
		fprintf(out, "%s\n", text);
	}
}

struct libraries {
	FILE *out;
	size_t left; /* how many of the libraries that the program is linked with have not been visited yet */
};

/* Called for the program, which has no name, for the kernel's page, which is no file, and for each library in the order in which
 * they were loaded. Last come those that the program itself has loaded. Which ones these are depends on the verb and its options;
 * a result depends on libdeflate alone among them. */
static int visit_library(struct dl_phdr_info *info, size_t size, void *context)
{
	struct libraries *l = context;

	(void)size;
	if (l->left)
		l->left--;
	else if (strcmp(info->dlpi_name, library_path(LIBRARY_DEFLATE)) != 0)
		return 0;
	if (info->dlpi_name[0] == '/')
		print_library(l->out, info);
	return 0;
}

struct content *content_open(struct env_error *ret_error)
{
	struct content *content = calloc(1, sizeof(*content));
	char text[2 * SHA256_OCTETS + 1] = "";
	uint8_t hash[SHA256_OCTETS];
	struct text t;
	int number = 0;

	if (!content || library_need(LIBRARY_DEFLATE, ret_error) || text_open(&t, ret_error)) {
		if (!content)
			env_fail(ret_error, ENOMEM, "cannot hash the program");
		free(content);
		return NULL;
	}
	if (!&content_bench)
		number = hash_file("/proc/self/exe", hash);
	if (number) {
		text_replace(&t, NULL, ret_error);
		free(content);
		env_fail(ret_error, number, "cannot hash the program");
		return NULL;
	}
	if (!&content_bench)
		in_hexadecimal(hash, text);
	fprintf(t.out, "%s\n", &content_bench ? content_bench : text);
	dl_iterate_phdr(visit_library, &(struct libraries){ .out = t.out, .left = library_linked() });
	fflush(t.out);
	sha256(t.data, t.size, hash);
	in_hexadecimal(hash, content->program);
	text_replace(&t, NULL, ret_error);
	return content;
}

void content_close(struct content *content)
{
	if (!content)
		return;
	for (size_t i = 0; i < content->count; i++)
		free(content->files[i].path);
	free(content->files);
	free(content);
}

void content_program(const struct content *content, char ret[17])
{
	snprintf(ret, 17, "%.16s", content->program);
}

/* Returns the hash of the row's own objects; "" if the whole program is hashed; NULL if the row is not known, so that its runs
 * have no content. */
static const char *row_hash(const char *dut)
{
	if (!content_rows)
		return "";
	for (const struct content_row *row = content_rows; row->dut; row++)
		if (!strcmp(row->dut, dut))
			return row->hash;
	return NULL;
}

/* ---- the stimulus ---- */

static double stamp(const struct timespec *time)
{
	return (double)time->tv_sec + (double)time->tv_nsec * 1e-9;
}

static bool is_same(const struct stat *a, const struct stat *b)
{
	return a->st_ino == b->st_ino && a->st_dev == b->st_dev && a->st_size == b->st_size &&
	       a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec &&
	       a->st_ctim.tv_sec == b->st_ctim.tv_sec && a->st_ctim.tv_nsec == b->st_ctim.tv_nsec;
}

/* Returns true if the text at PATH may have a line that takes frames from a capture, since the word occurs in it. */
static bool names_captures(const char *path)
{
	FILE *in = fopen(path, "r");
	char *line = NULL;
	size_t room = 0;
	bool found = false;

	while (in && !found && getline(&line, &room, in) >= 0)
		found = strstr(line, "pcap");
	free(line);
	if (in)
		fclose(in);
	return found;
}

/* Hashes the file at F->path as it is now. */
static bool file_look(struct stimulus_file *f)
{
	const struct timespec wait = { 0, (long)(stamp_seconds * 1e9) };
	struct timespec now;

	if (stat(f->path, &f->then))
		return false;
	clock_gettime(CLOCK_REALTIME, &now);
	if (stamp(&now) - stamp(&f->then.st_ctim) < stamp_seconds)
		nanosleep(&wait, NULL);
	f->captures = names_captures(f->path);
	return !hash_file(f->path, f->hash);
}

/* Returns the file at PATH, hashed when it was first asked for; NULL if it cannot be read. */
static struct stimulus_file *file_of(struct content *content, const char *path)
{
	struct stimulus_file *f;

	for (size_t i = content->count; i > 0; i--)
		if (!strcmp(content->files[i - 1].path, path))
			return &content->files[i - 1];
	if (content->count == content->capacity) {
		size_t capacity = content->capacity ? 2 * content->capacity : 256;
		f = realloc(content->files, capacity * sizeof(*f));
		if (!f)
			return NULL;
		content->files = f;
		content->capacity = capacity;
	}
	f = &content->files[content->count];
	*f = (struct stimulus_file){ .path = strdup(path) };
	if (!f->path || !file_look(f)) {
		free(f->path);
		return NULL;
	}
	content->count++;
	return f;
}

/* Prints the stimulus as DUT gets it, with the octets of the frames of its captures. */
static bool print_items(FILE *out, const struct source *source, const struct dut *dut)
{
	struct env_error unused;
	struct stimulus stim;
	bool good = !source_load(source, dut, &stim, &unused) && !stimulus_write(&stim, out, dut);

	stimulus_release(&stim);
	return good;
}

static bool print_source(struct content *content, FILE *out, const struct source *source, const struct dut *dut)
{
	const struct stimulus_file *f;
	char text[2 * SHA256_OCTETS + 1], stem[96];

	if (source->kind == SOURCE_SEED) {
		fprintf(out, "seed %" PRIu32 " %zu %s\n", source->seed, source->items,
		        source->scenarios ? source->scenarios : "");
		return true;
	}
	f = source->kind == SOURCE_FILE ? file_of(content, source->path) : NULL;
	if (!f)
		return false;
	in_hexadecimal(f->hash, text);
	source_stem(source->path, stem, sizeof(stem)); /* findings and waivers contain the name */
	fprintf(out, "file %s %s\n", stem, text);
	return !f->captures || print_items(out, source, dut);
}

/* ---- the run ---- */

/* Whoever adds an option of a run must decide here whether its result depends on the option. */
_Static_assert(sizeof(struct run_options) == 160, "content_of() must hash each option on which a result depends");

bool content_of(struct content *content, const struct dut *dut, const struct suite_run *run, const struct run_options *options,
                struct content_hash *ret)
{
	const char *row = row_hash(dut->name);
	uint8_t hash[SHA256_OCTETS];
	struct env_error unused;
	struct text t;
	bool good;

	if (!row || options->measured || options->model_end || options->fst || options->story || options->coverage ||
	    options->first_only || options->still_count || text_open(&t, &unused))
		return false;
	fprintf(t.out, "%s\n%s\n%s\n%s\n%d %" PRIu64 " %a %d\n", content->program, row, dut->name, run->name, options->black_box,
	        options->max_cycles, options->max_seconds, options->covered);
	good = print_source(content, t.out, &run->source, dut);
	fflush(t.out);
	sha256(t.data, t.size, hash);
	memcpy(ret->octet, hash, sizeof(ret->octet));
	text_replace(&t, NULL, &unused);
	return good;
}

bool content_still(struct content *content, const struct dut *dut, const struct suite_run *run, const struct run_options *options,
                   const struct content_hash *hash)
{
	const struct stimulus_file *f;
	struct content_hash again;
	struct stat now;

	if (run->source.kind == SOURCE_SEED)
		return true;
	f = file_of(content, run->source.path);
	if (!f || stat(f->path, &now) || !is_same(&now, &f->then))
		return false;
	return !f->captures || (content_of(content, dut, run, options, &again) && !memcmp(&again, hash, sizeof(again)));
}
