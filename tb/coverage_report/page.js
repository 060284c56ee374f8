/* SPDX-License-Identifier: Apache-2.0 */
/* The coverage for a browser: everything that it shows is in the JSON of this file (page.c), and nothing is loaded from elsewhere. */
const data = JSON.parse(document.getElementById('data').textContent);
const state = { model: 0, tab: 'coincidences', filter: '' };
const main = document.getElementById('main');
/* Where the bar of a kind of cell begins below the top of its box, and how high it is: the colours are not needed to tell the kinds apart. */
const SHAPES = { y: [0, 10], w: [8, 2], o: [0, 4] };
const DISTANCES = 7, STEP = 4, BOX = DISTANCES * STEP + 3, HIGH = 13, LEFT = 110, TOP = 110, RIGHT = 50;

/* Text is never read as markup. */
function element(name, attributes, ...children) {
	const svg = /^(svg|g|rect|text|title)$/.test(name);
	const e = svg ? document.createElementNS('http://www.w3.org/2000/svg', name) : document.createElement(name);
	for (const [key, value] of Object.entries(attributes || {}))
		if (typeof value === 'function')
			e.addEventListener(key, value);
		else if (value !== undefined && value !== false && value !== null)
			e.setAttribute(key, value === true ? '' : value);
	e.append(...children.flat(Infinity).filter(c => c !== null && c !== undefined && c !== false));
	return e;
}
const number = n => Number(n).toLocaleString('en');
const model = () => data.models[state.model];
const sign = d => (d > 0 ? '+' : '') + d;
/* A cell is [runs, number of the first run, number of the reason]. */
const kind = cell => cell[0] ? 'y' : cell[2] ? 'w' : 'o';
const story = cell => cell[0]
	? 'reached in ' + number(cell[0]) + (cell[0] === 1 ? ' run' : ' runs') + (cell[1] ? ', first by ' + data.runs[cell[1] - 1] : '')
	: cell[2] ? 'cannot be reached: ' + data.reasons[cell[2] - 1] : 'not reached, and no reason is stated';
const wanted = text => text.toLowerCase().includes(state.filter.toLowerCase());

/* ---- the matrix ---- */

const tip = element('div', { id: 'tip', hidden: true });
document.body.append(tip);
const hide = () => { tip.hidden = true; };
function show(event, text) {
	tip.textContent = text;
	tip.hidden = false;
	tip.style.left = Math.min(event.clientX + 14, innerWidth - Math.min(tip.offsetWidth, innerWidth) - 8) + 'px';
	tip.style.top = Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 8) + 'px';
}

function cellText(a, b, distance, cell) {
	const names = data.moments;
	const how = distance ? Math.abs(distance) + (Math.abs(distance) === 1 ? ' clock ' : ' clocks ') + (distance > 0 ? 'after' : 'before')
		: 'in the clock of';
	return names[b].name + ' ' + how + ' ' + names[a].name + ': ' + story(cell);
}

/* The moments of which a cell was or may be reached on this device: others would only make the matrix wider than a screen. */
function possible() {
	const ret = new Set();
	for (const [key, pair] of Object.entries(model().meets))
		if (pair.some(cell => cell && kind(cell) !== 'w'))
			key.split(',').forEach(i => ret.add(Number(i)));
	return ret;
}

const leftOut = () => {
	const names = data.moments.filter((m, i) => !possible().has(i)).map(m => m.name);
	return names.length && element('p', { class: 'muted', id: 'left-out' }, 'Left out, since none of their cells can be reached here: ' +
		names.join(', ') + '.');
};

function matrix() {
	const columns = [...possible()].sort((a, b) => a - b);
	const rows = columns.filter(i => !state.filter || wanted(data.moments[i].name));
	const width = LEFT + columns.length * BOX + RIGHT, height = TOP + rows.length * HIGH + 4;
	const svg = element('svg', { width, height, viewBox: '0 0 ' + width + ' ' + height, role: 'img',
		'aria-label': 'Which moments met within three clocks; the tab Not reached has the open ones as text' });
	const at = element('rect', { class: 'at', width: STEP, height: HIGH - 2, visibility: 'hidden' });
	columns.forEach((b, x) => svg.append(element('text',
		{ transform: 'translate(' + (LEFT + x * BOX + BOX / 2) + ',' + (TOP - 6) + ') rotate(-60)' }, data.moments[b].name)));
	rows.forEach((a, y) => {
		svg.append(element('text', { x: LEFT - 6, y: TOP + y * HIGH + 10, 'text-anchor': 'end' }, data.moments[a].name));
		columns.forEach((b, x) => {
			const pair = model().meets[Math.min(a, b) + ',' + Math.max(a, b)];
			if (!pair)
				return;
			svg.append(element('rect', { class: 'frame', x: LEFT + x * BOX, y: TOP + y * HIGH, width: BOX - 2, height: HIGH - 1 }));
			for (let d = 0; d < DISTANCES; d++) {
				const cell = pair[a <= b ? d : DISTANCES - 1 - d];
				if (!cell || (a === b && d === 3))
					continue;
				const [down, height] = SHAPES[kind(cell)];
				svg.append(element('rect', { class: kind(cell), x: LEFT + x * BOX + d * STEP, y: TOP + y * HIGH + 1 + down, width: STEP - 1,
					height, 'data-at': [a, b, d - 3].join() }));
			}
		});
	});
	svg.append(at);
	svg.addEventListener('mousemove', event => {
		const where = event.target.dataset && event.target.dataset.at;
		if (!where)
			return hide();
		const [a, b, d] = where.split(',').map(Number);
		const pair = model().meets[Math.min(a, b) + ',' + Math.max(a, b)];
		for (const key of ['x', 'y'])
			at.setAttribute(key, event.target.getAttribute(key));
		at.setAttribute('visibility', 'visible');
		show(event, cellText(a, b, d, pair[(a <= b ? d : -d) + 3]));
	});
	svg.addEventListener('mouseleave', hide);
	return svg;
}

const legend = () => element('p', { id: 'legend' }, 'Each box has a bar for the distances -3 to +3 of the column\'s moment after the row\'s.',
	element('span', { class: 'fy' }), 'reached: the whole height', element('span', { class: 'fw' }), 'cannot be reached: a line at the bottom',
	element('span', { class: 'fn' }), 'open: the upper part alone');

const filter = what => element('p', {}, element('label', {}, what + ' ', element('input', { id: 'filter', type: 'search', value: state.filter,
	input: event => {
		const at = event.target.selectionStart;
		state.filter = event.target.value;
		draw(); // makes the field anew
		document.getElementById('filter').focus();
		document.getElementById('filter').setSelectionRange(at, at);
	} })));

/* ---- the other parts ---- */

const table = (heads, rows) => element('table', {}, element('thead', {}, element('tr', {},
	heads.map(h => element('th', { class: h.startsWith('#') && 'n' }, h.replace('#', ''))))), element('tbody', {}, rows));
const row = (heads, cells) => element('tr', {}, cells.map((c, i) => c instanceof Element && c.tagName === 'TD' ? c
	: element('td', { class: heads[i].startsWith('#') && 'n' }, typeof c === 'number' ? number(c) : c)));

function values() {
	return [element('p', { id: 'signs' }, '\u25cf reached, in so many runs; \u2013 cannot be reached; \u25cb open'), data.groups.map((g, i) => {
		const cells = model().points[i];
		const heads = ['octets, quanta or count', ...g.columns.map(c => c || 'reached')];
		return [element('h2', { title: g.text }, g.name), element('p', { class: 'muted' }, g.text), table(heads, g.bins.map((bin, k) =>
			row(heads, [bin, ...g.columns.map((c, n) => {
				const cell = cells[k][n];
				return element('td', { class: { y: 'yes', w: 'muted', o: 'no' }[kind(cell)], title: story(cell) },
					{ y: '● ', w: '– ', o: '○ ' }[kind(cell)], cell[0] ? number(cell[0]) : '');
			})])))];
	})];
}

function rules() {
	const heads = ['rule', '#exact: runs', '#armed', '#decided', '#black box: runs', '#armed', '#decided', '#faults found', 'what must hold'];
	const list = data.rules.map((r, i) => [r, model().rules[i]]).filter(([r, n]) => n && wanted(r.name));
	return table(heads, list.map(([r, n]) => row(heads, [element('td', {}, element('code', { title: r.when }, r.name)), n[0][0], n[0][2], n[0][3], n[1][0],
		n[1][2], n[1][3], n[2], element('td', {}, n[3] ? element('span', { class: n[3] === 'open' ? 'no' : 'muted' }, n[3] + '. ') : '', r.text)])));
}

function* every() {
	for (const [key, pair] of Object.entries(model().meets)) {
		const [a, b] = key.split(',').map(Number);
		for (let d = a === b ? 4 : 0; d < DISTANCES; d++)
			if (pair[d])
				yield [data.moments[a].name + ' ' + data.moments[b].name + ' ' + sign(d - 3), pair[d]];
	}
	for (const [i, g] of data.groups.entries())
		for (const [k, bin] of g.bins.entries())
			for (const [n, column] of g.columns.entries())
				yield [g.name + ' ' + bin + ' ' + column, model().points[i][k][n]];
}

function unreached() {
	const heads = ['cell', 'why'];
	const list = [...every()].filter(([name, cell]) => !cell[0] && wanted(name)).sort((a, b) => (a[1][2] > 0) - (b[1][2] > 0));
	return [element('p', { class: 'muted' }, number(list.filter(c => !c[1][2]).length) + ' open, ' + number(list.filter(c => c[1][2]).length) +
		' with a reason'), table(heads, list.map(([name, cell]) => row(heads, [element('td', {}, element('code', {}, name)),
		element('td', { class: cell[2] ? 'muted' : 'no' }, cell[2] ? data.reasons[cell[2] - 1] : 'not reached')])))];
}

const tabs = [
	['coincidences', 'Coincidences', () => [legend(), filter('Rows with'), matrix(), leftOut()]],
	['values', 'Values', values],
	['rules', 'Rules', () => [filter('Rules with'), rules()]],
	['unreached', 'Not reached', () => [filter('Cells with'), unreached()]],
];

function draw() {
	const m = model(), f = m.figures;
	hide();
	document.getElementById('totals').textContent = number(m.runs) + ' runs; coincidences: ' + number(f[0][1]) + ' reached, ' + number(f[0][2]) +
		' cannot be, ' + number(f[0][3]) + ' open; values: ' + number(f[1][1]) + ' reached, ' + number(f[1][2]) + ' cannot be, ' + number(f[1][3]) + ' open';
	document.getElementById('tabs').replaceChildren(...tabs.map(([name, title]) => element('button', { role: 'tab', id: 'tab-' + name,
		'aria-selected': String(name === state.tab), click: () => { state.tab = name; state.filter = ''; draw(); } }, title)));
	main.replaceChildren(...[tabs.find(t => t[0] === state.tab)[2]()].flat(Infinity).filter(e => e));
}

const device = document.getElementById('device');
device.append(...data.models.map((m, i) => element('option', { value: i }, m.name)));
device.addEventListener('change', () => { state.model = Number(device.value); draw(); });
draw();
