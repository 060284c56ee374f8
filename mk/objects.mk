# SPDX-License-Identifier: Apache-2.0
# The objects of the golden model and of the bench; the Makefile includes this file.

MODEL_OBJECTS := $(patsubst %.c,$(B)/obj/%.o,$(sort $(wildcard models/*.c models/*/*.c)) regs/regs.c)
# What every start calls lies together, because a start pays for each part of the program that it touches.
TB_FIRST := tb/cli/main.c tb/base/cli_parse.c tb/base/version.c
TB_OBJECTS := $(patsubst %.c,$(B)/obj/%.o,$(TB_FIRST) $(filter-out tb/link/% tb/library/load_% tb/crossings/% tb/seam/%_gen.c tb/profile/%_gen.c \
		$(TB_FIRST),$(sort $(wildcard tb/*/*.c tb/*/*/*.c))))
# Programs that users start have these too, in place of the libraries that they load.
LOADERS := $(patsubst %.c,$(B)/obj/%.o,$(sort $(wildcard tb/library/load_*.c)))

# The names of the files of these libraries, as the linker would note them.
LOADED := deflate jansson sqlite3 xml2
$(B)/gen/libraries.h:
	@mkdir -p $(@D)
	@for name in $(LOADED); do file=$$($(CC) -print-file-name=lib$$name.so) && soname=$$(objdump -p "$$file" | awk '$$1 == "SONAME" { print $$2 }') && \
	[ -n "$$soname" ] && echo "#define LIBRARY_FILE_$$name \"$$soname\""; done > $@
$(foreach o,obj coverage/obj,$(B)/$(o)/tb/library/library.o): $(B)/gen/libraries.h

# The parts of the browser's page, each as a string literal.
PAGE_PARTS := $(patsubst tb/%,$(B)/gen/%.inc,tb/report/page.css tb/conform/page.css tb/browser/page.html tb/browser/page.css tb/browser/timeline.js \
	tb/browser/page.js tb/coverage_report/page.html tb/coverage_report/page.css tb/coverage_report/page.js)
$(PAGE_PARTS): $(B)/gen/%.inc: tb/%
	@mkdir -p $(@D)
	@sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n"/' $< > $@
$(foreach o,report/page conform/conform_html browser/browser coverage_report/page,$(B)/obj/tb/$(o).o $(B)/coverage/obj/tb/$(o).o): $(PAGE_PARTS)

$(B)/obj/%.o: %.c | $(EACH)
	@mkdir -p $(@D)
	$(COMPILE_C) -c $< -o $@
$(B)/obj/tb/%.o: tb/%.c | $(EACH)
	@mkdir -p $(@D)
	$(COMPILE_C) $(DEFINES) $(XML_CFLAGS) -c $< -o $@
-include $(wildcard $(B)/obj/*/*.d $(B)/obj/*/*/*.d $(B)/obj/*/*/*/*.d $(foreach v,plain coverage traced plain_sc traced_sc,$(B)/$(v)/*/V.d \
		$(B)/$(v)/*/*_table.d))

$(B)/libpausemodel.a: $(MODEL_OBJECTS)
	rm -f $@ && $(AR) rcs $@ $^
