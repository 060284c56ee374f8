/* SPDX-License-Identifier: Apache-2.0 */
/* A generator that runs when the bench is built. For each PROFILE it writes the folder BUILD/macs/NAME, with the module around
 * the instance, the profile as C text and the variables of make, and prints NAME. Files with unchanged content keep their age.
 * Usage: mac_gen BUILD PROFILE... */
#include "instance.h"
#include "mac_module.h"
#include "reasons.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAKE_TAKES_NOT " \t\n'\"$#:=%\\;&|<>()*?`"

enum { EXIT_WRONG = 2, FILES_MAX = 4096 };

struct files {
	char *path[FILES_MAX];
	size_t count;
};

static void refuse_place(const char *path, unsigned line, unsigned column, const char *format, ...)
    __attribute__((format(printf, 4, 5), noreturn));
static void refuse_place(const char *path, unsigned line, unsigned column, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fprintf(stderr, "pausebench: %s:", path);
	if (line)
		fprintf(stderr, "%u:", line);
	if (line && column)
		fprintf(stderr, "%u:", column);
	fprintf(stderr, " ");
	vfprintf(stderr, format, args);
	fprintf(stderr, "\n");
	va_end(args);
	exit(EXIT_WRONG);
}

static void no_memory(void)
{
	fprintf(stderr, "pausebench: %s\n", strerror(ENOMEM));
	exit(EXIT_WRONG);
}

/* ---- sources ---- */

static bool ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), tail = strlen(end);

	return len > tail && !strcmp(text + len - tail, end);
}

static void add_file(struct files *files, const char *path)
{
	for (size_t i = 0; i < files->count; i++)
		if (!strcmp(files->path[i], path))
			return;
	if (files->count == FILES_MAX || !(files->path[files->count++] = strdup(path)))
		no_memory();
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_folder(struct files *files, const char *path)
{
	struct files found = { { NULL }, 0 };
	DIR *folder = opendir(path);
	struct dirent *entry;

	while (folder && (entry = readdir(folder))) {
		char file[PATH_MAX];
		if (!ends_with(entry->d_name, ".v") && !ends_with(entry->d_name, ".sv"))
			continue;
		if ((size_t)snprintf(file, sizeof(file), "%s/%s", path, entry->d_name) < sizeof(file))
			add_file(&found, file);
	}
	if (folder)
		closedir(folder);
	qsort(found.path, found.count, sizeof(found.path[0]), compare_names);
	for (size_t i = 0; i < found.count; i++) {
		add_file(files, found.path[i]);
		free(found.path[i]);
	}
}

static void check_path(const struct profile *p, const struct profile_word *word, const char *path)
{
	if (strpbrk(path, MAKE_TAKES_NOT))
		refuse_place(p->path, word->line, word->column,
		             "the path %s has a character that make does not take; move the file", path);
}

/* Writes the absolute path of WORD, a file of the profile, into RET. */
static void resolve(const struct profile *p, const struct profile_word *word, const char *what, char *ret)
{
	char *path = profile_beside(p->path, word->text);

	if (!path)
		no_memory();
	if (!realpath(path, ret))
		refuse_place(p->path, word->line, word->column,
		             "cannot find the %s %s: %s; paths are relative to the profile's folder", what, word->text,
		             strerror(errno));
	check_path(p, word, ret);
	free(path);
}

static void add_sources(const struct profile *p, struct files *files)
{
	for (size_t i = 0; i < p->build.sources.count; i++) {
		const struct profile_word *word = &p->build.sources.word[i];
		size_t before = files->count;
		char path[PATH_MAX];
		struct stat st;
		resolve(p, word, "source", path);
		if (!stat(path, &st) && S_ISDIR(st.st_mode)) {
			add_folder(files, path);
			for (size_t k = before; k < files->count; k++)
				check_path(p, word, files->path[k]);
			if (files->count == before)
				refuse_place(p->path, word->line, word->column, "the folder %s has no .v or .sv file",
				             word->text);
		} else if (ends_with(path, ".v") || ends_with(path, ".sv")) {
			add_file(files, path);
		} else if (!ends_with(path, ".vh") && !ends_with(path, ".svh")) {
			refuse_place(p->path, word->line, word->column, "expected a .v or .sv file or a folder, not %s",
			             word->text);
		}
	}
}

/* ---- output ---- */

static void replace(const char *path, const char *text, size_t size)
{
	char *old = NULL, temporary[PATH_MAX + 96];
	FILE *out;

	if (!profile_file(path, &old, NULL) && strlen(old) == size && !memcmp(old, text, size)) {
		free(old);
		return;
	}
	free(old);
	snprintf(temporary, sizeof(temporary), "%s.%d.new", path, (int)getpid());
	out = fopen(temporary, "w");
	if (!out || fwrite(text, 1, size, out) != size || fclose(out) || rename(temporary, path)) {
		fprintf(stderr, "pausebench: cannot write %s: %s\n", path, strerror(errno));
		exit(EXIT_WRONG);
	}
}

struct output {
	char path[PATH_MAX + 64], *text;
	size_t size;
	FILE *out;
};

static FILE *output_open(struct output *o, const char *folder, const char *name, const char *suffix)
{
	snprintf(o->path, sizeof(o->path), "%s/%s%s", folder, name, suffix);
	o->out = open_memstream(&o->text, &o->size);
	if (!o->out)
		no_memory();
	return o->out;
}

static void output_close(struct output *o)
{
	if (fclose(o->out))
		no_memory();
	replace(o->path, o->text, o->size);
	free(o->text);
}

static void put_string(FILE *out, const char *name, const char *text)
{
	fprintf(out, "const char *const %s =\n\t\"", name);
	for (const char *p = text; *p; p++) {
		if (*p == '\n')
			fprintf(out, "\\n\"\n\t\"");
		else if ((unsigned char)*p < ' ' || (unsigned char)*p > '~')
			fprintf(out, "\\%03o", (unsigned char)*p);
		else
			fprintf(out, strchr("\"\\?", *p) ? "\\%c" : "%c", *p);
	}
	fprintf(out, "\";\n");
}

static void write_text(const struct profile *p, const char *folder, const char *path, const char *instance)
{
	struct output o;
	FILE *out = output_open(&o, folder, "profile", ".c");
	char *text;

	if (profile_file(path, &text, NULL))
		no_memory();
	(void)p;
	fprintf(out, "// The profile that the program was built with; tb/profile/profile.h.\n#include \"profile/profile.h\"\n");
	put_string(out, "profile_built_path", path);
	put_string(out, "profile_built_text", text);
	put_string(out, "profile_built_instance", instance);
	free(text);
	output_close(&o);
}

/* Writes words of the profile such that they reach the compiler as they stand there: quoted for make, which expands the line
 * twice on the way to the shell, and for the shell. */
static void put_words(FILE *out, const struct profile_words *words, const char *before)
{
	for (size_t i = 0; i < words->count; i++) {
		fprintf(out, " '%s", before);
		for (const char *c = words->word[i].text; *c; c++)
			fputs(*c == '$' ? "$$$$" : *c == '#' ? "\\#" : *c == '\'' ? "'\\''" : (char[2]){ *c }, out);
		fputc('\'', out);
	}
}

static void write_make(const struct profile *p, const char *folder, const char *path, const char *instance_path)
{
	const char *name = p->dut.name;
	struct files files = { { NULL }, 0 };
	struct output o;
	FILE *out = output_open(&o, folder, "row", ".mk");

	add_sources(p, &files);
	fprintf(out, "TOP_%s := pausebench_%s\nMODEL_%s := ieee8023\nPHY_%s := %s\nTIMESCALE_%s := %s\n", name, name, name, name,
	        phy_table[p->dut.phy].name, name, p->dut.clocks.several ? "1ps" : phy_table[p->dut.phy].wave_unit);
	fprintf(out, "SOURCES_%s := %s/%s_mac.v", name, folder, name);
	for (size_t i = 0; i < files.count; i++)
		fprintf(out, " %s", files.path[i]);
	fprintf(out, "\nCAPABILITIES_%s :=%s%s\nGPARAMS_%s :=\n", name, p->dut.capabilities & CAP_PFC ? " CAP_PFC" : "",
	        p->dut.clocks.several ? " SEAM_CLOCKS" : "", name);
	if (p->dut.clocks.several) {
		static const char *const names[] = CLOCK_NAMES;
		fprintf(out, "CLOCKS_%s := tx", name);
		for (int i = CLOCK_TX + 1; i < CLOCK_DOMAINS; i++)
			if (p->dut.clocks.hz[i])
				fprintf(out, " %s", names[i]);
		fputc('\n', out);
	}
	/* With this optimisation Verilator 5.006 gave a public MAC a wrong FCS; without it, or with -O0, the FCS is right. */
	fprintf(out, "FLAGS_%s := --default-language %s +1800-2017ext+sv --no-timing -fno-const-bit-op-tree -I%.*s", name,
	        p->build.language, (int)(strrchr(instance_path, '/') - instance_path), instance_path);
	for (size_t i = 0; i < p->build.incdirs.count; i++) {
		char folder_path[PATH_MAX];
		resolve(p, &p->build.incdirs.word[i], "folder", folder_path);
		fprintf(out, " -I%s", folder_path);
	}
	put_words(out, &p->build.defines, "+define+");
	put_words(out, &p->build.flags, "");
	fprintf(out, "\nFILTER_%s := mk/verilate_mac.sh %s %s\n", name, path, instance_path);
	output_close(&o);
	for (size_t i = 0; i < files.count; i++)
		free(files.path[i]);
}

static void write_module(const struct profile *p, const char *folder, const char *instance, const char *instance_path)
{
	struct output o;

	mac_module_write(output_open(&o, folder, p->dut.name, "_mac.v"), p, instance, instance_path);
	output_close(&o);
}

/* ---- profiles ---- */

static void need_net(const char *instance, const char *path, const char *net, const char *what)
{
	if (!instance_line_of(instance, net))
		refuse_place(
		    path, 1, 0,
		    "the instance does not name the net %s, without which the bench cannot %s; tie a port of the MAC to it", net,
		    what);
}

/* Refuses an instance without the nets that each MAC needs. */
static void check_instance(const struct profile *p, const char *instance, const char *path)
{
	static const char *const octets[] = { "gmii_txd", "gmii_tx_en", "gmii_rxd", "gmii_rx_dv", "s_axis_tready", NULL };
	static const char *const lanes[] = { "xgmii_txd", "xgmii_txc", "xgmii_rxd", "xgmii_rxc", "s_axis_tready", NULL };
	const bool several = p->dut.clocks.several;

	if (several && instance_line_of(instance, "clk"))
		refuse_place(path, instance_line_of(instance, "clk"), 0,
		             "the profile has several clocks, and none is called clk; name tx_clk, rx_clk, host_clk or bus_clk");
	need_net(instance, path, several ? "tx_clk" : "clk", "clock it");
	for (const char *const *net = p->dut.phy == PHY_XGMII ? lanes : octets; *net; net++)
		need_net(instance, path, *net,
		         !strcmp(*net, "s_axis_tready") ? "hand frames to it"
		         : strstr(*net, "_tx")          ? "see what it sends"
		                                        : "let it receive");
}

static void make_folder(const char *path)
{
	if (mkdir(path, 0777) && errno != EEXIST) {
		fprintf(stderr, "pausebench: cannot make %s: %s\n", path, strerror(errno));
		exit(EXIT_WRONG);
	}
}

static void check_name(const struct profile *p, const char *given, char (*names)[64], char *const *paths, int count)
{
	unsigned line = p->name_line;

	if (dut_by_name(p->dut.name))
		refuse_place(given, line, 5, "a bundled row has the name '%s' already; give the MAC another name", p->dut.name);
	for (int i = 0; i < count; i++)
		if (!strcmp(names[i], p->dut.name))
			refuse_place(given, line, 5, "the profile %s has the name '%s' already; give one of them another name",
			             paths[i], p->dut.name);
}

/* Checks the owner's reasons. They are no part of the program; the conformance statement and the targets that measure read them. */
static void check_reasons(const char *given)
{
	struct profile_error e;
	struct reasons reasons;
	int err = reasons_read(&reasons, given, &e);

	if (err == -EINVAL)
		refuse_place(e.file, e.line, e.column, "%s", e.message);
	if (err)
		refuse_place(given, 0, 0, "cannot read the reasons beside the profile: %s", strerror(-err));
	reasons_release(&reasons);
}

static void generate(const char *build, const char *given, char *ret_name, char (*names)[64], char *const *paths, int count)
{
	struct profile_error e;
	struct profile p;
	struct profile_word instance_word;
	char path[PATH_MAX], instance_path[PATH_MAX], folder[PATH_MAX], *instance;
	int err;

	if (!realpath(given, path))
		refuse_place(given, 0, 0, "cannot read the profile: %s%s", strerror(errno),
		             ends_with(given, ".mac") ? "" : "; blanks separate the paths of MACS, so that no path may have one");
	if (strpbrk(path, MAKE_TAKES_NOT))
		refuse_place(given, 0, 0, "the path has a character that make does not take; move the profile");
	err = profile_read(&p, given, &e);
	if (err == -EINVAL)
		refuse_place(e.file, e.line, e.column, "%s", e.message);
	if (err)
		refuse_place(given, 0, 0, "cannot read the profile: %s", strerror(-err));
	check_name(&p, given, names, paths, count);
	check_reasons(given);
	instance_word = (struct profile_word){ p.build.instance, p.build.instance_line, 1 };
	resolve(&p, &instance_word, "instance", instance_path);
	if (profile_file(instance_path, &instance, NULL))
		refuse_place(given, p.build.instance_line, 1, "cannot read the instance %s", p.build.instance);
	check_instance(&p, instance, instance_path);
	snprintf(folder, sizeof(folder), "%s/macs", build);
	make_folder(folder);
	snprintf(folder, sizeof(folder), "%s/macs/%s", build, p.dut.name);
	make_folder(folder);
	write_make(&p, folder, path, instance_path);
	write_module(&p, folder, instance, instance_path);
	write_text(&p, folder, path, instance);
	snprintf(ret_name, 64, "%s", p.dut.name);
	free(instance);
	profile_release(&p);
}

int main(int argc, char **argv)
{
	char(*names)[64] = calloc((size_t)argc + 1, sizeof(*names));

	if (argc < 3 || !names) {
		fprintf(stderr, "usage: mac_gen BUILD PROFILE...\n");
		return EXIT_WRONG;
	}
	for (int i = 2; i < argc; i++)
		generate(argv[1], argv[i], names[i - 2], names, argv + 2, i - 2);
	for (int i = 2; i < argc; i++)
		printf("%s\n", names[i - 2]);
	free(names);
	return fflush(stdout) || ferror(stdout) ? EXIT_WRONG : 0;
}
