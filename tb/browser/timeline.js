/* SPDX-License-Identifier: Apache-2.0 */
/* The timeline of a story: frames, states, the level with its marks, accesses. It comes before page.js in the same script. */
'use strict';

const MARGIN_LEFT = 92, MARGIN_RIGHT = 14;
const TICKS = { write: 'tick', read: 'tick read', request: 'tick other', host: 'tick other', reset: 'tick other', fault: 'tick other', signal: 'tick other',
	due: 'tick other', collision: 'tick other', carrier: 'tick other', speed: 'tick other' };

class Timeline {
	constructor(story, report) {
		this.story = story;
		this.finding = story.events.find(e => e.kind === 'finding');
		this.cause = story.events.find(e => e.kind === 'cause');
		this.end = Math.max(story.cycles || 0, 1, ...story.events.map(e => e.end || e.cycle));
		this.svg = element('svg', { id: 'timeline', role: 'img', tabindex: '0', 'aria-label': 'Timeline of the run; the list of events has the same in words' });
		this.box = element('div', { class: 'timeline' }, this.svg);
		const button = (id, text, title, handler) => element('button', { id, type: 'button', title, on: { click: handler } }, text);
		this.range = element('span', { class: 'muted', id: 'range' });
		this.panel = element('section', { class: 'panel' },
			element('div', { class: 'bar' }, element('h3', {}, 'Timeline of ' + story.dut + (story.black_box ? ', black box' : '')), this.range, element('span', { class: 'space' }),
				this.finding ? button('zoom-finding', 'Finding', 'Around the cause and the finding (f)', () => this.toFinding()) : null,
				button('zoom-all', 'Whole run', 'The whole run (0)', () => this.toAll()),
				button('zoom-in', '+', 'Zoom in (+)', () => this.zoom(0.5)), button('zoom-out', '\u2212', 'Zoom out (-)', () => this.zoom(2))),
			this.box);
		this.lanes();
		this.toFinding();
		this.listen();
	}

	/* Which lanes there are, and where. */
	lanes() {
		const s = this.story.series, any = (...lists) => lists.some(list => list && list.length);
		let y = 34;
		const lane = (name, height, there) => {
			if (!there)
				return null;
			const place = { name, y, height };
			y += height + 7;
			return place;
		};
		this.place = {
			in: lane('received', 22, true),
			out: lane('sent', 22, true),
			expected: lane('Xoff expected', 11, any(s.xoff.expected)),
			actual: lane('Xoff actual', 11, !this.story.black_box && any(s.xoff.expected, s.xoff.actual.filter(p => p[1]))),
			pfc: lane('PFC paused', 11, any(s.pfc.expected.filter(p => p[1]), s.pfc.actual.filter(p => p[1]))),
			level: lane(this.story.level_unit, 52, any(s.level.expected) && (new Set(s.level.expected.concat(s.level.actual).map(p => p[1])).size > 1 ||
				this.story.events.some(e => e.kind === 'mark'))),
			registers: lane('registers', 14, this.story.events.some(e => e.kind === 'write' || e.kind === 'read')),
			other: lane('other events', 14, true),
		};
		this.height = y + 16;
	}

	toFinding() {
		if (!this.finding)
			return this.toAll();
		const to = this.finding.cycle, from = this.cause ? Math.min(this.cause.cycle, to) : to;
		const room = Math.max(0.35 * (to - from), 160 / (this.story.octets_per_cycle || 1), 12);
		this.set(from - 1.6 * room, to + room);
	}

	toAll() {
		this.set(0, this.end + 1);
	}

	set(from, to) {
		const least = 8, width = Math.max(to - from, least);
		this.from = Math.max(from, -0.02 * this.end);
		this.to = Math.min(this.from + width, Math.max(1.05 * this.end, this.from + least));
		this.draw();
	}

	zoom(factor, at) {
		const center = at === undefined ? (this.from + this.to) / 2 : at;
		this.set(center - (center - this.from) * factor, center + (this.to - center) * factor);
	}

	move(part) {
		const by = part * (this.to - this.from);
		this.set(this.from + by, this.to + by);
	}

	center(cycle) {
		const half = (this.to - this.from) / 2;
		this.set(cycle - half, cycle + half);
		this.point(cycle);
	}

	x(cycle) {
		return MARGIN_LEFT + (cycle - this.from) / (this.to - this.from) * (this.width - MARGIN_LEFT - MARGIN_RIGHT);
	}

	cycleAt(x) {
		return this.from + (x - MARGIN_LEFT) / (this.width - MARGIN_LEFT - MARGIN_RIGHT) * (this.to - this.from);
	}

	listen() {
		let drag = null;
		const xOf = e => e.clientX - this.svg.getBoundingClientRect().left;
		this.svg.addEventListener('wheel', e => {
			if (!e.ctrlKey && !e.shiftKey && Math.abs(e.deltaX) < Math.abs(e.deltaY) && !e.altKey)
				return; /* the page scrolls; with a key held down the timeline zooms */
			e.preventDefault();
			if (Math.abs(e.deltaX) > Math.abs(e.deltaY))
				this.move(e.deltaX / 800);
			else
				this.zoom(e.deltaY > 0 ? 1.25 : 0.8, this.cycleAt(xOf(e)));
		}, { passive: false });
		this.svg.addEventListener('dblclick', e => this.zoom(0.5, this.cycleAt(xOf(e))));
		this.svg.addEventListener('pointerdown', e => { drag = { x: xOf(e), from: this.from, to: this.to }; this.svg.setPointerCapture(e.pointerId); });
		this.svg.addEventListener('pointerup', () => { drag = null; });
		this.svg.addEventListener('pointermove', e => {
			if (!drag)
				return this.hover(e, xOf(e));
			const by = (drag.x - xOf(e)) / (this.width - MARGIN_LEFT - MARGIN_RIGHT) * (drag.to - drag.from);
			this.set(drag.from + by, drag.to + by);
		});
		this.svg.addEventListener('pointerleave', () => { this.tip(null); mark(null); });
		if (window.ResizeObserver)
			new ResizeObserver(() => { if (this.box.clientWidth !== this.width) this.draw(); }).observe(this.box);
	}

	/* The events under the pointer, in the lane that it is in. */
	hover(e, x) {
		const y = e.clientY - this.svg.getBoundingClientRect().top, cycle = this.cycleAt(x), near = 5 * (this.to - this.from) / this.width;
		const lane = Object.entries(this.place).find(([, p]) => p && y >= p.y - 3 && y <= p.y + p.height + 4);
		const kinds = { in: ['in'], out: ['out'], expected: ['xoff', 'xon'], actual: ['xoff', 'xon'], pfc: ['pfc'], level: ['mark'], registers: ['write', 'read'] };
		const found = this.story.events.filter(event => {
			const end = event.end === undefined ? event.cycle : event.end;
			const inLane = !lane || lane[0] === 'other' ? TICKS[event.kind] === 'tick other' || event.kind === 'finding' || event.kind === 'cause' : kinds[lane[0]].includes(event.kind);
			return (inLane || (event.kind === 'finding' && Math.abs(event.cycle - cycle) <= near)) && cycle >= event.cycle - near && cycle <= end + near;
		}).slice(0, 4);
		const lines = found.map(event => number(event.cycle) + '  ' + event.head + '  ' + event.text);
		if (lane && lane[0] === 'level')
			lines.unshift('cycle ' + number(Math.round(cycle)) + ': ' + this.levelWords(cycle));
		this.tip(lines.length ? lines.join('\n') : null, x, y);
		mark(found.map(event => this.story.events.indexOf(event)));
	}

	levelWords(cycle) {
		const s = this.story.series.level, expected = valueAt(s.expected, cycle), actual = valueAt(s.actual, cycle);
		return actual === null || actual === expected ? expected + ' ' + this.story.level_unit : 'expected ' + expected + ', actual ' + actual + ' ' + this.story.level_unit;
	}

	tip(text, x, y) {
		if (this.shownTip)
			this.shownTip.remove();
		this.shownTip = null;
		if (!text)
			return;
		this.shownTip = element('div', { class: 'tip', style: 'white-space:pre-wrap;top:' + (y + 16) + 'px' }, text);
		this.box.append(this.shownTip);
		this.shownTip.style.left = Math.max(0, Math.min(x + 10, this.width - this.shownTip.offsetWidth - 8)) + 'px';
	}

	/* A line at CYCLE, for an event of the list; null: none. */
	point(cycle) {
		if (this.pointer)
			this.pointer.remove();
		this.pointer = null;
		if (cycle === null || cycle < this.from || cycle > this.to)
			return;
		this.pointer = element('line', { class: 'cursor', x1: this.x(cycle), x2: this.x(cycle), y1: 18, y2: this.height - 16 });
		this.svg.append(this.pointer);
	}

	draw() {
		this.tip(null);
		this.width = this.box.clientWidth || 900;
		this.svg.setAttribute('viewBox', '0 0 ' + this.width + ' ' + this.height);
		this.svg.setAttribute('height', this.height);
		const inside = element('g', { 'clip-path': 'url(#inside)' });
		this.svg.replaceChildren(element('clipPath', { id: 'inside' }, element('rect', { x: MARGIN_LEFT, y: 0, width: this.width - MARGIN_LEFT, height: this.height })));
		this.axis();
		for (const place of Object.values(this.place))
			if (place)
				this.svg.append(element('text', { class: 'lane', x: 6, y: place.y + place.height / 2 + 4 }, place.name));
		this.svg.append(inside);
		this.frames(inside);
		this.states(inside);
		this.levels(inside);
		this.ticks(inside);
		this.flags(inside);
		this.range.textContent = 'cycles ' + number(Math.max(0, Math.round(this.from))) + ' to ' + number(Math.min(this.end, Math.round(this.to))) + ' of ' + number(this.end);
	}

	axis() {
		const span = this.to - this.from, rough = span / Math.max(2, (this.width - MARGIN_LEFT) / 90), power = 10 ** Math.floor(Math.log10(rough));
		const step = Math.max(1, [1, 2, 5, 10].map(f => f * power).find(f => f >= rough));
		for (let c = Math.ceil(Math.max(0, this.from) / step) * step; c <= this.to; c += step) {
			this.svg.append(element('line', { class: 'rule', x1: this.x(c), x2: this.x(c), y1: 30, y2: this.height - 16 }));
			this.svg.append(element('text', { class: 'axis', x: this.x(c), y: this.height - 4, 'text-anchor': 'middle' }, number(c)));
		}
	}

	frames(parent) {
		for (const event of this.story.events) {
			const place = event.kind === 'in' || event.kind === 'out' ? this.place[event.kind] : null;
			if (!place || event.end < this.from || event.cycle > this.to)
				continue;
			const x = this.x(event.cycle), width = Math.max(2, this.x(event.end + 1) - x), name = event.frame || 'no frame';
			const kind = event.bad ? 'bad' : /PAUSE|PFC/.test(name) ? 'pause' : event.kind;
			parent.append(element('rect', { class: 'frame ' + kind, x, y: place.y, width, height: place.height, rx: 2 }, element('title', {}, event.head + ' ' + event.text)));
			const label = (event.number ? '#' + event.number + ' ' : '') + name + (name === 'data' ? ' ' + event.octets : ''), left = Math.max(x, MARGIN_LEFT);
			const room = Math.floor((x + width - left - 6) / 6);
			if (room >= 3)
				parent.append(element('text', { class: 'label', x: left + 4, y: place.y + 15 }, label.length > room ? label.slice(0, Math.max(1, room - 1)) + '\u2026' : label));
		}
	}

	bars(parent, place, points, style) {
		for (let i = 0; i < points.length; i++) {
			const [from, value] = points[i], to = i + 1 < points.length ? points[i + 1][0] : this.end;
			if (value && to >= this.from && from <= this.to)
				parent.append(element('rect', { class: style, x: this.x(from), y: place.y, width: Math.max(1.5, this.x(to) - this.x(from)), height: place.height }));
		}
	}

	states(parent) {
		const s = this.story.series, p = this.place;
		if (p.expected)
			this.bars(parent, p.expected, s.xoff.expected, 'state');
		if (p.actual) {
			this.bars(parent, p.actual, s.xoff.actual, 'state');
			const both = { y: p.expected ? p.expected.y - 2 : p.actual.y - 2, height: p.actual.y + p.actual.height - (p.expected ? p.expected.y : p.actual.y) + 4 };
			this.bars(parent, both, difference(s.xoff.expected, s.xoff.actual), 'differs');
		}
		if (p.pfc)
			this.bars(parent, p.pfc, s.pfc.expected.length ? s.pfc.expected : s.pfc.actual, 'state');
	}

	levels(parent) {
		const place = this.place.level, s = this.story.series;
		if (!place)
			return;
		const shown = list => list.map(point => point[1]);
		const values = shown(s.level.expected).concat(shown(s.level.actual));
		let low = Math.min(...values), high = Math.max(...values);
		const reach = 2 * (high - low) || Math.max(16, 0.2 * high); /* a mark that is far away would flatten the level */
		for (const v of shown(s.low_mark.concat(s.high_mark)).filter(v => v && v >= values[0] - reach && v <= high + reach)) {
			low = Math.min(low, v);
			high = Math.max(high, v);
		}
		const y = v => place.y + place.height - 3 - Math.min(1, Math.max(0, (v - low) / Math.max(1, high - low))) * (place.height - 8);
		const path = points => {
			let d = '';
			points.forEach(([c, v], i) => {
				const to = i + 1 < points.length ? points[i + 1][0] : this.end;
				if (to >= this.from && c <= this.to)
					d += (d ? 'L' : 'M') + this.x(c).toFixed(1) + ' ' + y(v).toFixed(1) + 'L' + this.x(Math.min(to, this.to)).toFixed(1) + ' ' + y(v).toFixed(1);
			});
			return d;
		};
		const last = [['low mark', s.low_mark], ['high mark', s.high_mark]].map(([name, list]) => [name, list, valueAt(list, this.to)]);
		const one = last[0][2] === last[1][2]; /* both at one place are named together */
		for (const [i, [name, list, v]] of last.entries()) {
			parent.append(element('path', { class: 'mark', d: list.some(p => p[1]) && path(list) || 'M0 0' }));
			if (v && v >= low && v <= high && !(one && i))
				parent.append(element('text', { class: 'axis', x: this.width - 6, y: Math.max(place.y + 8, y(v) - 2), 'text-anchor': 'end' }, (one ? 'both marks' : name) + ' ' + number(v)));
		}
		if (s.level.actual.length)
			parent.append(element('path', { class: 'actual', d: path(s.level.actual) || 'M0 0' }));
		parent.append(element('path', { class: 'expected', d: path(s.level.expected) || 'M0 0' }));
		this.svg.append(element('text', { class: 'axis', x: MARGIN_LEFT - 4, y: place.y + 8, 'text-anchor': 'end' }, number(high)),
			element('text', { class: 'axis', x: MARGIN_LEFT - 4, y: place.y + place.height, 'text-anchor': 'end' }, number(low)));
	}

	ticks(parent) {
		const shown = this.story.events.filter(e => TICKS[e.kind]);
		for (const [i, event] of shown.entries()) {
			const style = TICKS[event.kind], place = !style ? null : event.kind === 'write' || event.kind === 'read' ? this.place.registers : this.place.other;
			if (!place || event.cycle < this.from || event.cycle > this.to)
				continue;
			const x = this.x(event.cycle);
			parent.append(element('line', { class: style, x1: x, x2: x, y1: place.y + 1, y2: place.y + place.height - 1 }));
			const label = event.register || event.head, next = shown.slice(i + 1).find(e => !!e.register === !!event.register);
			if (x + 6 + 6.3 * label.length < (next && next.cycle <= this.to ? this.x(next.cycle) : this.width))
				parent.append(element('text', { class: 'axis', x: x + 3, y: place.y + place.height - 3 }, label));
		}
	}

	flags(parent) {
		const flag = (event, style, text, y, anchor) => {
			const x = this.x(event.cycle);
			if (event.cycle < this.from || event.cycle > this.to)
				return;
			parent.append(element('line', { class: style, x1: x, x2: x, y1: y - 8, y2: this.height - 16 }));
			parent.append(element('text', { class: 'flag ' + (style === 'at-cause' ? 'c' : 'f'), x: x + (anchor === 'end' ? -4 : 4), y, 'text-anchor': anchor }, text));
		};
		const findings = this.story.events.filter(e => e.kind === 'finding');
		if (this.cause)
			flag(this.cause, 'at-cause', 'cause', 14, this.finding && this.x(this.finding.cycle) - this.x(this.cause.cycle) < 130 ? 'end' : 'start');
		findings.forEach((event, i) => flag(event, 'at-finding', i ? '' : 'finding: ' + event.rule, 14, this.x(event.cycle) > this.width - 160 ? 'end' : 'start'));
	}
}

/* The value of a series at CYCLE, or null before its first point. */
function valueAt(points, cycle) {
	let value = null;
	for (const [c, v] of points || []) {
		if (c > cycle)
			break;
		value = v;
	}
	return value;
}

/* Where two series of states are not the same: 1 from there on. */
function difference(a, b) {
	const times = [...new Set(a.concat(b).map(p => p[0]))].sort((x, y) => x - y);
	return times.map(t => [t, (valueAt(a, t) || 0) !== (valueAt(b, t) || 0) ? 1 : 0]);
}
