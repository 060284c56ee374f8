/* SPDX-License-Identifier: Apache-2.0 */
/* What make install puts into a system, used there as somebody who has nothing else of Pausebench, and what make dist packs. doc/library.md. */
#include "support.h"

#include <criterion/criterion.h>
#include <string.h>

#define MAKE "env -u MAKEFLAGS -u MAKELEVEL make -s "
#define PKG_CONFIG "env PKG_CONFIG_PATH=$PWD/../root/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$PWD/../root pkg-config "

/* Installs GOALS in the scratch folder NAME, as a package does. FOLDER/empty is an empty folder. */
static void install(const char *name, const char *goals, char *ret_folder, size_t len)
{
	struct command c;

	scratch_make(ret_folder, len, name);
	command_run(&c, MAKE "%s DESTDIR=$PWD/%s/root PREFIX=/usr && mkdir %s/empty", goals, ret_folder, ret_folder);
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
}

Test(install, systemc_platform_is_built_from_the_installed_copy, .timeout = 300)
{
	struct command c;
	char folder[64];

	install("install_systemc", "do-install-systemc", folder, sizeof(folder));
	command_run(&c,
	            "cd %s/empty && c++ -O1 ../root/usr/share/doc/pausebench/examples/example_platform.cpp "
	            "$(" PKG_CONFIG "--cflags --libs pausebench-systemc) -o platform && ./platform",
	            folder);
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	cr_expect_not_null(strstr(c.out, "\nnic1 bcm1250: host sent 100, got 100 as they were sent, 0 others\n"), "%s", c.out);
	cr_expect_not_null(strstr(c.out, ", as it should be\n"), "%s", c.out);
	command_release(&c);
}

/* A platform may have a model that another Verilator made, and functions with the names of ours. */
Test(install, systemc_library_shows_its_own_names_alone, .timeout = 300)
{
	struct command c;
	char folder[64];

	install("install_names", "do-install-systemc", folder, sizeof(folder));
	command_run(&c,
	            "nm -g --defined-only %s/root/usr/lib/libpausebench-systemc.a | awk 'NF == 3 { print $3 }' | "
	            "grep -v -e 10pausebench -e '^_Z.*N3tlm13tlm_extension.*2IDE$'",
	            folder);
	cr_expect_str_eq(c.out, "");
	command_release(&c);
	command_run(&c, "grep -r -l -F \"$PWD\" %s/root", folder);
	cr_expect_str_eq(c.out, "", "%s", c.out);
	command_release(&c);
}

Test(install, sources_are_packed_whole_and_know_their_commit, .timeout = 60)
{
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "dist");
	command_run(&c,
	            "git clone -q --shared . %s/clone && cd %s/clone && " MAKE "dist && mkdir ../empty && "
	            "tar -C ../empty -xf build/pausebench-*.tar.gz && (cd ../empty/pausebench-* && find . -type f | sort | sed "
	            "'s,^./,,') > ../packed && "
	            "{ git ls-files; echo ci/install/commit; } | sort > ../tracked && diff ../tracked ../packed && "
	            "[ \"$(cat ../empty/pausebench-*/ci/install/commit)\" = \"$(git describe --always)\" ] && "
	            "echo more >> README.md && ! " MAKE "dist",
	            folder, folder);
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	cr_expect_not_null(strstr(c.err, "make dist: the checkout has changes that are not committed"), "%s", c.err);
	command_release(&c);
}
