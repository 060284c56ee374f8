/* SPDX-License-Identifier: Apache-2.0 */
/* The report for a browser: everything that it shows is in the JSON of this file (page.c), and nothing is loaded from elsewhere. */
const data = JSON.parse(document.getElementById('data').textContent);
const summary = data.summary;
const groups = summary.groups || [];
const failures = Array.isArray(summary.failures) ? summary.failures : [];
const state = { tab: 'groups', group: 0, filter: '', ruleFilter: '', dut: '', failedOnly: false, requirement: '', verdict: '' };
let timeline = null;

/* ---- elements ---- */

/* Returns an element; ATTRIBUTES: 'on' has the handlers, and false or undefined leave an attribute out. Text is never read as markup. */
function element(name, attributes, ...children) {
	const svg = /^(svg|g|rect|line|text|path|title|clipPath)$/.test(name);
	const e = svg ? document.createElementNS('http://www.w3.org/2000/svg', name) : document.createElement(name);
	for (const [key, value] of Object.entries(attributes || {})) {
		if (key === 'on')
			for (const [event, handler] of Object.entries(value))
				e.addEventListener(event, handler);
		else if (value !== undefined && value !== false && value !== null)
			e.setAttribute(key, value === true ? '' : value);
	}
	for (const child of children.flat(Infinity))
		if (child !== null && child !== undefined && child !== false)
			e.append(child);
	return e;
}

const number = n => Number(n).toLocaleString('en');
const many = (n, one, more) => number(n) + ' ' + (n === 1 ? one : more || one + 's');

function say(text) {
	const said = document.getElementById('said');
	said.textContent = text;
	said.classList.add('shown');
	clearTimeout(say.timer);
	say.timer = setTimeout(() => said.classList.remove('shown'), 1600);
}

/* A page that comes from a file may be refused the clipboard of today; the older command is always there. */
function copy(text, what) {
	const old = () => {
		const area = element('textarea', { 'aria-hidden': 'true', style: 'position:fixed;left:-99em' });
		const focused = document.activeElement;
		area.value = text;
		document.body.append(area);
		area.select();
		const done = document.execCommand('copy');
		area.remove();
		if (focused)
			focused.focus();
		say(done ? what + ' copied' : 'The browser does not allow copying.');
	};
	if (navigator.clipboard && window.isSecureContext)
		navigator.clipboard.writeText(text).then(() => say(what + ' copied'), old);
	else
		old();
}

const copyButton = (text, what, id) =>
	element('button', { id, type: 'button', 'aria-label': 'Copy ' + what, on: { click: () => copy(text, what) } }, 'Copy');

/* ---- the head ---- */

function head() {
	const verdict = document.getElementById('verdict');
	const failed = groups.reduce((sum, g) => sum + g.runs, 0) || failures.length;
	const pass = !failed && !groups.length && summary.runs && !summary.partial;
	verdict.replaceChildren(element('span', { class: 'verdict ' + (pass ? 'pass' : failed ? 'fail' : 'not') },
		pass ? 'PASS' : failed ? 'FAIL' : 'PARTIAL'),
		failed ? many(groups.length, 'group') : 'nothing found');
	document.title = (pass ? 'PASS' : failed ? 'FAIL: ' + many(groups.length, 'group') : 'PARTIAL') + ' - pausebench';
	document.getElementById('totals').textContent = (failed ? number(failed) + ' of ' : '') + many(summary.runs, 'run') +
		(failed ? ' failed' : ' passed') + ' on ' + many((summary.duts || []).length, 'DUT') + ', ' + many(summary.findings, 'finding') + ', ' +
		many(summary.checks, 'check') + ', ' + Number(summary.seconds).toFixed(1) + ' s' + (summary.partial ? '; interrupted, so partial' : '');
	const tabs = document.getElementById('tabs');
	tabs.replaceChildren(...Object.entries(views).filter(([key]) => hasTab(key)).map(([key, view]) =>
		element('button', { role: 'tab', id: 'tab-' + key, 'aria-selected': String(state.tab === key), 'aria-controls': 'main',
			tabindex: state.tab === key ? '0' : '-1', on: { click: () => show(key) } }, view.title)));
}

/* A regression that nobody has asked for what it exercised, such as smoke, has no tab for it. */
const hasTab = tab => tab !== 'coverage' || data.exercised && data.exercised.duts;

function show(tab) {
	if (!hasTab(tab))
		return;
	state.tab = tab;
	head();
	timeline = null;
	document.getElementById('main').replaceChildren(views[tab].make());
	if (views[tab].after)
		views[tab].after();
}

/* ---- groups ---- */

function representative(g) {
	return g.representative || {};
}

function matches(g, words) {
	const text = [g.rule, g.text, g.what, g.expected, g.actual, g.why, g.document, ...Object.keys(g.duts || {}), representative(g).name]
		.join(' ').toLowerCase();
	return words.every(word => text.includes(word));
}

const wordsOf = text => text.toLowerCase().split(/\s+/).filter(Boolean);

function groupButton(g, index) {
	return element('li', {}, element('button', { class: 'group', type: 'button', 'data-group': g.id,
		'aria-current': String(index === state.group), on: { click: () => choose(index) } },
		element('span', {}, element('b', {}, number(g.runs)), element('small', {}, g.runs === 1 ? 'run' : 'runs')),
		element('span', {}, element('span', { class: 'rule' }, g.rule), element('span', { class: 'what' }, g.what),
			element('span', { class: 'what' }, Object.keys(g.duts || {}).join(', ')))));
}

function visibleGroups() {
	const words = wordsOf(state.filter);
	return groups.map((g, i) => i).filter(i => matches(groups[i], words));
}

function listGroups() {
	const list = document.getElementById('groups');
	const visible = visibleGroups();
	list.replaceChildren(...visible.map(i => groupButton(groups[i], i)));
	document.getElementById('group-count').textContent = visible.length === groups.length ? many(groups.length, 'group') + ', the most frequent first' :
		number(visible.length) + ' of ' + many(groups.length, 'group');
	if (visible.length && !visible.includes(state.group))
		choose(visible[0]);
}

function choose(index) {
	state.group = index;
	for (const button of document.querySelectorAll('.group'))
		button.setAttribute('aria-current', String(button.dataset.group === groups[index].id));
	document.getElementById('detail').replaceChildren(...detail(groups[index]));
	if (timeline)
		timeline.draw();
	scrollStory();
	if (location.hash !== '#' + groups[index].id && (index || location.hash))
		history.replaceState(null, '', '#' + groups[index].id);
	const current = document.querySelector('.group[aria-current=true]');
	if (current)
		current.scrollIntoView({ block: 'nearest' });
}

/* The finding with its numbers: that of the reduced run if there is one, else that of the saved run. */
function exampleOf(g) {
	const folder = data.folders[representative(g).folder] || {};
	for (const report of [folder.reduced && folder.reduced.report, folder.report]) {
		const list = report && report.finding_list || [];
		const same = list.filter(f => f.rule === g.rule);
		if (same.length || list.length)
			return same[0] || list[0];
	}
	const failure = failures.find(f => f.group === g.id && f.first) || failures.find(f => f.folder === representative(g).folder);
	return failure ? failure.first : null;
}

function compareBox(g) {
	const f = exampleOf(g);
	const why = f && f.why || g.why;
	const cause = f && f.cause_cycle !== f.cycle ? ', caused in cycle ' + number(f.cause_cycle) : '';
	return element('div', { class: 'compare' },
		element('div', {}, element('h3', {}, f ? 'in cycle ' + number(f.cycle) + cause : 'about'), element('strong', { id: 'what' }, f ? f.what : g.what)),
		element('div', {}, element('h3', {}, 'expected'), element('strong', { id: 'expected' }, f ? f.expected : g.expected)),
		element('div', { class: 'actual' }, element('h3', {}, 'actual'), element('strong', { id: 'actual' }, f ? f.actual : g.actual)),
		why ? element('p', { class: 'why', id: 'why' }, element('b', {}, 'Why: '), why) : null,
		f && f.profile ? element('p', { class: 'why', id: 'profile' }, element('b', {}, 'Profile: '), f.profile + ', unless the MAC is wrong') : null);
}

function stimulusPanel(text, title) {
	const pre = element('pre', { class: 'stimulus', id: 'stimulus', tabindex: '0' });
	for (const line of text.replace(/\n$/, '').split('\n')) {
		const at = line.indexOf('#');
		pre.append(at < 0 ? line : line.slice(0, at), at < 0 ? '' : element('span', { class: 'comment' }, line.slice(at)), '\n');
	}
	return element('section', { class: 'panel' },
		element('div', { class: 'bar' }, element('h3', {}, title), element('span', { class: 'space' }), copyButton(text, 'Stimulus', 'copy-stimulus')), pre);
}

function storyPanel(story) {
	const body = element('tbody', {});
	story.events.forEach((event, i) => body.append(element('tr', { class: event.kind === 'finding' || event.kind === 'cause' ? event.kind : '', 'data-event': i,
		on: { click: () => timeline && timeline.center(event.cycle), mouseenter: () => timeline && timeline.point(event.cycle),
			mouseleave: () => timeline && timeline.point(null) } },
		element('td', { class: 'n' }, number(event.cycle)), element('td', {}, event.head), element('td', {}, event.text))));
	return element('section', { class: 'panel' },
		element('div', { class: 'bar' }, element('h3', {}, 'What happened, ' + many(story.events.length, 'event')), element('span', { class: 'space' }),
			element('button', { type: 'button', on: { click: scrollStory } }, 'To the finding')),
		element('div', { class: 'story', id: 'story', tabindex: '0' }, element('table', {}, body)));
}

/* The finding is in the upper half of the story, with what was before it above. */
function scrollStory() {
	const box = document.getElementById('story'), row = box && box.querySelector('tr.finding');
	if (row)
		box.scrollTop = row.offsetTop - box.clientHeight * 0.6;
}

function commandsPanel(g, folder) {
	const r = representative(g);
	const commands = [['Repeat', folder && folder.reduced && folder.reduced.report && folder.reduced.report.repeat || r.command || folder && folder.report && folder.report.repeat],
		['Waves', typeof r.waves === 'string' && !r.waves.startsWith('none') ? r.waves : r.folder ? 'make waves FAILURE=' + r.folder : null]];
	const rows = [];
	for (const [title, command] of commands)
		if (command)
			rows.push(element('h3', {}, title), element('code', {}, command), copyButton(command, title));
	const links = (id, title, files) => files && files.length ? element('p', { id }, element('span', { class: 'muted' }, title + ': '),
		files.map(f => [element('a', { href: f.href, title: f.what }, f.name), ' '])) : null;
	const reduced = folder && folder.reduced && folder.reduced.files, none = typeof r.waves === 'string' && r.waves.startsWith('none') && r.waves;
	return element('section', { class: 'panel' }, element('div', { class: 'commands' }, rows),
		none ? element('p', { id: 'no-waves' }, element('span', { class: 'muted' }, 'Waves: '), none) : null,
		r.not_reduced ? element('p', { id: 'not-reduced' }, element('span', { class: 'muted' }, 'Stimulus: '), r.not_reduced) : null,
		links('files', reduced ? 'Files of the reduced run' : 'Files', reduced || folder && folder.files),
		reduced ? links('whole-files', 'Files of the whole run', folder.files) : null);
}

/* A MAC by its profile has no observation ports, so that all its runs are black box. */
function runsPanel(g, story) {
	const rows = failures.filter(f => f.group === g.id);
	const all = story && story.black_box && g.modes && !g.modes.black_box;
	const modes = all ? { black_box: g.runs } : g.modes || {};
	return element('section', { class: 'panel' },
		element('h3', {}, many(g.runs, 'failing run') + ': ' + [modes.exact ? number(modes.exact) + ' exact' : '', modes.black_box ? number(modes.black_box) + ' black box' : '']
			.filter(Boolean).join(', ')),
		g.counters && g.counters.length > 1 ? element('p', { id: 'counters' }, 'Counters: ', element('code', {}, g.counters.join(', '))) : null,
		element('p', {}, Object.entries(g.duts || {}).map(([dut, n]) => element('span', { class: 'chip' }, dut + ' ' + number(n)))),
		rows.length ? element('details', { on: { toggle: e => fillRuns(e.target, rows) } }, element('summary', {}, 'Which runs')) : null);
}

/* The table is made when it is opened first. */
function fillRuns(details, rows) {
	if (details.open && !details.querySelector('table'))
		details.append(element('div', { class: 'scroll' }, runTable(rows.slice(0, 200))),
			rows.length > 200 ? element('p', { class: 'muted' }, number(rows.length - 200) + ' more in summary.json') : '');
}

function runTable(rows) {
	return element('table', {}, element('thead', {}, element('tr', {}, ['DUT', 'Stimulus', 'Mode', 'Cycle', 'Rule', 'Expected', 'Actual']
		.map((t, i) => element('th', { class: i === 3 ? 'n' : '' }, t)))),
	element('tbody', {}, rows.map(f => element('tr', {}, element('td', {}, f.dut), element('td', {}, f.name), element('td', {}, f.black_box ? 'black box' : 'exact'),
		element('td', { class: 'n' }, f.first ? number(f.first.cycle) : ''), element('td', {}, f.first ? f.first.rule : f.status),
		element('td', {}, f.first ? f.first.expected : ''), element('td', {}, f.first ? f.first.actual : '')))));
}

/* The lines that do something, as the console counts them. */
function linesOf(stimulus) {
	return stimulus.trim().split('\n').filter(line => !/^(pausebench-stim|#|seed |needs |covers |model |dut |$)/.test(line)).length;
}

function detail(g) {
	const r = representative(g), folder = data.folders[r.folder], reduced = folder && folder.reduced;
	const story = reduced && reduced.story || folder && folder.story;
	const stimulus = reduced && reduced.stimulus || folder && folder.stimulus;
	const parts = [element('h2', { id: 'rule' }, g.rule), element('p', { class: 'sentence' }, g.text, ' ', element('span', { class: 'muted' }, '[' + g.document + ']')),
		compareBox(g)];
	timeline = null;
	if (story) {
		timeline = new Timeline(story, reduced && reduced.report || folder.report);
		parts.push(timeline.panel);
	}
	if (stimulus) {
		const title = (reduced && reduced.stimulus ? 'Reduced stimulus' : 'Stimulus, not reduced') + ', ' + many(linesOf(stimulus), 'line') +
			(folder.stimulus && reduced && reduced.stimulus ? ' of ' + number(linesOf(folder.stimulus)) : '');
		parts.push(element('div', { class: story ? 'two' : '' }, stimulusPanel(stimulus, title), story ? storyPanel(story) : null));
	} else {
		parts.push(element('p', { class: 'muted' }, r.folder ? 'The folder ' + r.folder + ' has no stimulus any more.' : 'No folder of this group was saved.'));
	}
	parts.push(commandsPanel(g, folder), runsPanel(g, story));
	return parts;
}

function groupsPage() {
	if (!groups.length)
		return element('div', { class: 'page' }, element('h2', {}, 'Nothing was found'),
			element('p', {}, 'Every check of every run agreed with the golden model.' + (hasTab('coverage') ? ' What the runs exercised is under Coverage.' : '')));
	return element('div', { class: 'sides' },
		element('div', { class: 'list' },
			element('label', { class: 'filter' }, 'Filter the groups', element('input', { type: 'search', id: 'filter', value: state.filter,
				on: { input: e => { state.filter = e.target.value; listGroups(); } } })),
			element('p', { class: 'muted', id: 'group-count' }),
			element('ol', { class: 'groups', id: 'groups' })),
		element('div', { class: 'detail', id: 'detail' }));
}

/* Marks these rows of the story. */
function mark(rows) {
	for (const row of document.querySelectorAll('.story tr.near'))
		row.classList.remove('near');
	const box = document.getElementById('story');
	for (const i of rows || []) {
		const row = box && box.querySelector('tr[data-event="' + i + '"]');
		if (row)
			row.classList.add('near');
	}
}

/* ---- runs ---- */

function runs() {
	const row = d => element('tr', {}, element('td', {}, d.dut), ...['runs', 'passed_before', 'skipped', 'items', 'cycles', 'checks', 'findings']
		.map(key => element('td', { class: 'n' }, d[key] === undefined ? '' : number(d[key]))),
	element('td', { class: 'n' }, number(failures.filter(f => f.dut === d.dut).length)));
	const words = wordsOf(state.filter), shown = failures.filter(f => {
		const text = [f.dut, f.name, f.black_box ? 'black box' : 'exact', f.first && [f.first.rule, f.first.what, f.first.expected, f.first.actual].join(' ')].join(' ').toLowerCase();
		return words.every(word => text.includes(word));
	});
	const table = element('div', { class: 'scroll', id: 'failing' }, runTable(shown.slice(0, 500)));
	return element('div', { class: 'page' }, element('h2', {}, 'Runs'),
		element('div', { class: 'scroll' }, element('table', { id: 'duts' }, element('thead', {}, element('tr', {}, ['DUT', 'Runs', 'Passed before', 'Skipped', 'Items', 'Cycles', 'Checks', 'Findings', 'Failing runs']
			.map((t, i) => element('th', { class: i ? 'n' : '' }, t)))), element('tbody', {}, (summary.duts || []).map(row)))),
		failures.length ? element('div', { class: 'panel' }, element('div', { class: 'bar' }, element('h2', {}, 'Failing runs'),
			element('label', { class: 'filter' }, 'Filter the runs', element('input', { type: 'search', id: 'filter', value: state.filter,
				on: { input: e => { state.filter = e.target.value; show('runs'); const f = document.getElementById('filter'); f.focus(); f.setSelectionRange(f.value.length, f.value.length); } } })),
			element('span', { class: 'muted', id: 'run-count' }, many(shown.length, 'run') + (shown.length > 500 ? ', the first 500 are shown' : ''))), table) : null);
}

/* ---- coverage ---- */

function coverage() {
	const exercised = data.exercised && data.exercised.duts;
	const of = exercised.filter(d => !state.dut || d.dut === state.dut), words = wordsOf(state.ruleFilter);
	const count = (rule, mode) => of.reduce((sum, d) => sum + ((d.rules[rule] || [0, 0])[mode]), 0);
	const rows = data.rules.map(rule => ({ ...rule, exact: count(rule.name, 0), black: count(rule.name, 1) }));
	const never = rows.filter(r => !r.exact && !r.black).length;
	const shown = rows.filter(r => words.every(w => (r.name + ' ' + r.text).toLowerCase().includes(w)) && (!state.neverOnly || (!r.exact && !r.black)));
	const still = new Map();
	for (const d of of)
		for (const name of Object.keys(d.still || {}))
			if (!(d.moved || {})[name])
				still.set(d.dut, (still.get(d.dut) || []).concat(name));
	const again = id => { show('coverage'); const e = document.getElementById(id); e.focus(); if (e.setSelectionRange) e.setSelectionRange(e.value.length, e.value.length); };
	return element('div', { class: 'page' }, element('h2', {}, 'Coverage'),
		element('div', { class: 'tiles' },
			element('span', { class: 'tile' }, element('b', { id: 'rules-exercised' }, number(rows.length - never)), 'rules exercised'),
			element('span', { class: 'tile' }, element('b', {}, number(never)), 'not exercised'),
			element('span', { class: 'tile' }, element('b', {}, number(of.reduce((n, d) => n + Object.keys(d.moved || {}).length, 0))), 'counters seen moving')),
		element('div', { class: 'bar' },
			element('select', { id: 'dut', 'aria-label': 'DUT', on: { change: e => { state.dut = e.target.value; again('dut'); } } },
				element('option', { value: '' }, 'all DUTs'), exercised.map(d => element('option', { value: d.dut, selected: d.dut === state.dut }, d.dut))),
			element('label', { class: 'filter' }, 'Filter the rules', element('input', { type: 'search', id: 'filter', value: state.ruleFilter,
				on: { input: e => { state.ruleFilter = e.target.value; again('filter'); } } })),
			element('label', {}, element('input', { type: 'checkbox', id: 'never', checked: state.neverOnly, on: { change: e => { state.neverOnly = e.target.checked; again('never'); } } }), ' not exercised')),
		element('p', { class: 'muted' }, 'In how many runs each rule was exercised: the run would have found it broken.'),
		element('div', { class: 'scroll' }, element('table', { id: 'rules' }, element('thead', {}, element('tr', {}, element('th', {}, 'Rule'), element('th', {}, 'What must hold'), element('th', { class: 'n' }, 'Exact'), element('th', { class: 'n' }, 'Black box'))),
			element('tbody', {}, shown.map(r => element('tr', { class: !r.exact && !r.black ? 'never' : '' }, element('td', {}, element('code', {}, r.name)), element('td', {}, r.text),
				r.exact || r.black ? [element('td', { class: 'n' }, number(r.exact)), element('td', { class: 'n' }, number(r.black))] :
				element('td', { class: 'n', colspan: 2 }, 'not exercised')))))),
		still.size ? element('div', { class: 'panel' }, element('h2', {}, 'Counters that never moved'), [...still].map(([dut, names]) => element('p', {}, element('b', {}, dut + ' '), element('code', {}, names.join(' '))))) : null);
}

/* ---- conformance ---- */

function conformance() {
	const statements = data.conformance || [];
	if (!statements.length)
		return element('div', { class: 'page' }, element('h2', {}, 'Conformance'),
			element('p', {}, 'No conformance statement is in this folder. ', element('code', {}, 'pausebench conform --dut NAME'), ' writes one.'));
	const again = id => { show('conformance'); const e = document.getElementById(id); e.focus(); if (e.setSelectionRange) e.setSelectionRange(e.value.length, e.value.length); };
	return element('div', { class: 'page' }, statements.map(c => statement(c, again)));
}

/* The class of a verdict, of a requirement or of the whole statement. */
const verdictClass = verdict => ({ pass: 'pass', fail: 'fail', 'not exercised': 'not', 'does not apply': 'na' })[verdict.toLowerCase()] || (/^fail/i.test(verdict) ? 'fail' : 'not');
const chip = verdict => element('span', { class: 'chip v ' + verdictClass(verdict) }, verdict);

/* Why a requirement has its verdict, beside its rules. */
function verdictReason(r) {
	return (r.lacks ? '; the MAC has no ' + r.lacks : '') + (r.profile ? '; the profile may be wrong: ' + r.profile : '') + (r.finding ? '; finding ' + r.finding : '');
}

function statement(c, again) {
	const words = wordsOf(state.requirement);
	const shown = (c.requirements || []).filter(r => (!state.verdict || r.verdict === state.verdict) &&
		words.every(w => [r.id, r.text, r.rules, r.clause, r.item, r.purpose, r.lacks].join(' ').toLowerCase().includes(w)));
	const tile = ([name, n], i) => element('button', { class: 'tile', type: 'button', id: 'verdict-' + i, 'aria-pressed': String(state.verdict === name),
		on: { click: () => { state.verdict = state.verdict === name ? '' : name; again('verdict-' + i); } } }, element('b', {}, number(n)), name);
	return element('section', { class: 'panel' },
		element('h2', {}, 'Conformance of ' + c.mac + ' ', chip(c.verdict)),
		element('p', { class: 'muted', id: 'conformance-totals' }, many(c.runs, 'run') + ', ' + many(c.checks, 'check') + ', ' + many(c.findings, 'finding') +
			(c.groups && c.groups.length ? ' of ' + many(c.groups.length, 'kind') : '') +
			(c.failing_runs ? ' in ' + many(c.failing_runs, 'run') + ', which ' + (c.failing_runs === 1 ? 'is ' : 'are ') + many(c.run_groups, 'group') : '') + (c.identity && c.identity.partial ? '; partial' : '')),
		element('div', { class: 'tiles' }, Object.entries(c.verdicts || {}).map(tile)),
		element('div', { class: 'bar' }, element('label', { class: 'filter' }, 'Filter the requirements', element('input', { type: 'search', id: 'filter', value: state.requirement,
			on: { input: e => { state.requirement = e.target.value; again('filter'); } } })), element('span', { class: 'muted', id: 'requirement-count' }, many(shown.length, 'requirement'))),
		element('div', { class: 'scroll' }, element('table', { class: 'requirements', id: 'requirements' },
			element('thead', {}, element('tr', {}, ['Verdict', 'Requirement', 'Clause', 'Item', 'Test purpose', 'Runs'].map((t, i) => element('th', { class: i === 5 ? 'n' : '' }, t)))),
			element('tbody', {}, shown.map(r => element('tr', {}, element('td', {}, chip(r.verdict)),
				element('td', {}, r.text, element('br', {}), element('span', { class: 'muted' }, r.id + ': ' + r.rules + verdictReason(r))),
				element('td', {}, r.clause), element('td', {}, r.item), element('td', {}, r.purpose), element('td', { class: 'n' }, number(r.runs))))))),
		measured(c), waivers(c));
}

function measured(c) {
	if (!c.measured || !c.measured.length)
		return null;
	return [element('h3', {}, 'Measured, in ' + (c.identity && c.identity.phy === 'mii' ? 'clocks' : 'octet times')), element('div', { class: 'scroll' }, element('table', { id: 'measured' },
		element('thead', {}, element('tr', {}, ['What', 'Times', 'Least', 'Median', 'Most', 'Limit', 'Profile'].map((t, i) => element('th', { class: i ? 'n' : '' }, t)))),
		element('tbody', {}, c.measured.map(m => element('tr', {}, element('td', {}, element('code', {}, m.name), ' ' + m.what, m.source ? [element('br', {}), element('span', { class: 'muted' }, m.source)] : null),
			[m.count, m.min, m.median, m.max].map(n => element('td', { class: 'n' }, number(n))),
			element('td', { class: 'n' }, m.limit === undefined ? '' : number(m.limit)), element('td', { class: 'n' }, m.stated ? m.stated.map(number).join(' to ') : ''))))))];
}

function waivers(c) {
	if (!c.waivers || !c.waivers.length)
		return null;
	return [element('h3', {}, 'Waived by the profile'), element('ul', { id: 'waivers' }, c.waivers.map(w =>
		element('li', {}, element('code', {}, w.rule + (w.where ? ' ' + w.where : '')), ' ' + many(w.waived, 'finding') + ': ' + w.reason)))];
}

const views = {
	groups: { title: 'Groups', make: groupsPage, after: () => { if (groups.length) { listGroups(); choose(state.group); } } },
	runs: { title: 'Runs', make: runs },
	coverage: { title: 'Coverage', make: coverage },
	conformance: { title: 'Conformance', make: conformance },
};

/* ---- keys ---- */

function toggleHelp() {
	const help = document.getElementById('help');
	help.hidden = !help.hidden;
	document.getElementById('help-button').setAttribute('aria-expanded', String(!help.hidden));
}

function step(by) {
	const visible = visibleGroups(), at = visible.indexOf(state.group) + by;
	if (state.tab === 'groups' && visible[at] !== undefined)
		choose(visible[at]);
}

const keys = {
	j: () => step(1), k: () => step(-1), '?': toggleHelp, c: () => { const b = document.getElementById('copy-stimulus'); if (b) b.click(); },
	'/': () => { const f = document.getElementById('filter'); if (f) { f.focus(); f.select(); } },
	1: () => show('groups'), 2: () => show('runs'), 3: () => show('coverage'), 4: () => show('conformance'),
	'+': () => timeline && timeline.zoom(0.5), '=': () => timeline && timeline.zoom(0.5), '-': () => timeline && timeline.zoom(2),
	f: () => timeline && timeline.toFinding(), 0: () => timeline && timeline.toAll(),
	ArrowLeft: () => timeline && timeline.move(-0.2), ArrowRight: () => timeline && timeline.move(0.2),
};

document.addEventListener('keydown', e => {
	if (e.ctrlKey || e.altKey || e.metaKey)
		return;
	if (/^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName)) {
		if (e.key === 'Escape')
			e.target.blur();
		return;
	}
	if (e.target.getAttribute('role') === 'tab' && /^Arrow(Left|Right)$/.test(e.key)) {
		const names = Object.keys(views).filter(hasTab), at = (names.indexOf(state.tab) + (e.key === 'ArrowRight' ? 1 : names.length - 1)) % names.length;
		show(names[at]);
		document.getElementById('tab-' + names[at]).focus();
	} else if (keys[e.key]) {
		keys[e.key]();
	} else {
		return;
	}
	e.preventDefault();
});
document.getElementById('help-button').addEventListener('click', toggleHelp);

/* report.html#2 is the page with group 2. */
function fromAddress() {
	const at = groups.findIndex(g => '#' + g.id === location.hash);
	state.group = at >= 0 ? at : state.group;
	show('groups');
}
window.addEventListener('hashchange', fromAddress);
fromAddress();
