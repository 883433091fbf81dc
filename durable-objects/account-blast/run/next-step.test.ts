import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../contract/ground/time.ts'
import { newRun, type Run } from '../document/document.ts'
import { type LoopView, nextStep } from './next-step.ts'
import { REFRESH_MS } from './wait-rules.ts'

/** Noon, Jakarta. */
const NOW = Date.parse('2026-11-21T05:00:00Z')
const MIDNIGHT = Date.parse('2026-11-21T17:00:00Z')
const OPENS = Date.parse('2026-11-21T01:00:00Z')
const CLOSES = Date.parse('2026-11-21T13:00:00Z')
type Rules = NonNullable<LoopView['rules']>
const RULES: Rules = {
  interval: { min: 5, max: 15, floor: 1 },
  window: { start: '08:00', end: '20:00' },
  dailyCap: 200,
  templates: 1,
  at: NOW,
}
type Given = Partial<Omit<LoopView, 'run' | 'rules'>> & { run?: Partial<Run> | null; rules?: Partial<Rules> | null }
/** A run that began at noon, connected, with three numbers and nothing in its way. */
const step = ({ run = {}, rules = {}, ...more }: Given) =>
  nextStep({
    run: run && { ...newRun(NOW), ...run },
    held: false,
    placePaused: false,
    connected: true,
    restrictedUntil: null,
    restUntil: null,
    inFlight: false,
    buffered: 3,
    sentToday: 0,
    sentYesterday: 0,
    placeMs: 0,
    nextSendAt: 0,
    now: NOW,
    ...more,
    // asked for just now, unless a row says otherwise
    rules: rules && { ...RULES, at: more.now ?? NOW, ...rules },
  })
const SEND = { kind: 'send' }
const CLAIM = { kind: 'claim', want: 12, count: false }
const wait = (reason: string, until: number | null) => ({ kind: 'wait', reason, until })
const end = (why: string) => ({ kind: 'end', why })

describe('rule at-most-once: while a message is out, nothing else leaves', () => {
  test.each<[string, Given, object]>([
    ['without a run there is nothing to do', { run: null, inFlight: true }, { kind: 'idle' }],
    ['with nothing in its way the next number is written to', {}, SEND],
    ['a message in flight is waited for', { inFlight: true }, { kind: 'await-result' }],
    ['also without a connection', { inFlight: true, connected: false }, { kind: 'await-result' }],
    [
      'rule blast-loop: a stop lets it finish',
      { inFlight: true, run: { stopRequested: true } },
      { kind: 'await-result' },
    ],
    [
      'rule blast-loop: after a stop nothing more is claimed or sent',
      { run: { stopRequested: true }, buffered: 0 },
      end('stopped'),
    ],
    ['a stop does not wait for a connection', { run: { stopRequested: true }, connected: false }, end('stopped')],
    ['a stop comes before a fault', { run: { stopRequested: true, fault: 'x' } }, end('stopped')],
    ['a fault ends the run', { run: { fault: 'x' }, connected: false }, end('fault')],
    ['so does a fault without words', { run: { fault: '' } }, end('fault')],
  ])('%s', (_, given, expected) => expect(step(given)).toEqual(expected))
})

describe('rule disconnect-codes: the blast keeps its place while WhatsApp is away, and stops on its signals', () => {
  test.each<[string, Given, object]>([
    ['it waits for the connection, for as long as it takes', { connected: false }, wait('connection', null)],
    ['restricted: it pauses until WhatsApp’s own time', { restrictedUntil: NOW + 1 }, wait('restricted', NOW + 1)],
    ['the restriction is over at its time', { restrictedUntil: NOW }, SEND],
    [
      'a restriction of an account that is away: first the connection',
      { restrictedUntil: NOW + 1, connected: false },
      wait('connection', null),
    ],
    ['refused: it pauses', { run: { refusedUntil: NOW + 1 } }, wait('refused', NOW + 1)],
    ['the pause is over at its time', { run: { refusedUntil: NOW } }, SEND],
    ['rule rates: it rests', { restUntil: NOW + 1 }, wait('rest', NOW + 1)],
    ['its rest is over', { restUntil: NOW }, { kind: 'send' }],
    ['messages were late: it pauses', { run: { lateUntil: NOW + 1 } }, wait('late', NOW + 1)],
    ['that pause is over at its time, too', { run: { lateUntil: NOW } }, SEND],
    [
      'late because the window closed: the window says why',
      { now: CLOSES, run: { lateUntil: CLOSES + 1 } },
      wait('window', OPENS + DAY_MS),
    ],
  ])('%s', (_, given, expected) => expect(step(given)).toEqual(expected))
})

describe('rule claim-order: what a claim brings, and when one is made', () => {
  test.each<[string, Given, object]>([
    [
      'rules come first: nothing is sent before they are known',
      { rules: null },
      { kind: 'claim', want: 0, count: true },
    ],
    ['a database that refused is left alone', { run: { claimNotBefore: NOW + 1 } }, wait('overload', NOW + 1)],
    ['also before the first rules', { rules: null, run: { claimNotBefore: NOW + 1 } }, wait('overload', NOW + 1)],
    [
      'and asked again at its time',
      { rules: null, run: { claimNotBefore: NOW } },
      { kind: 'claim', want: 0, count: true },
    ],
    ['without numbers: as many as two minutes need', { buffered: 0 }, CLAIM],
    ['no more than the day has left', { buffered: 0, sentToday: 195 }, { ...CLAIM, want: 5 }],
    [
      'a claim does not wait for the interval: that the list is empty is known at once',
      { buffered: 0, nextSendAt: NOW + DAY_MS },
      CLAIM,
    ],
    [
      'unless what it claimed for it went back',
      { buffered: 0, nextSendAt: NOW + 9, run: { gaveBackUntil: NOW + 9 } },
      wait('interval', NOW + 9),
    ],
    ['at its end it claims', { buffered: 0, nextSendAt: NOW, run: { gaveBackUntil: NOW } }, CLAIM],
    ['and after another message', { buffered: 0, nextSendAt: NOW + 9, run: { gaveBackUntil: NOW + 8 } }, CLAIM],
    ['no active template: it ends and says so', { rules: { templates: 0 } }, end('no-template')],
    [
      'a run that waits for another day does not end for that',
      { rules: { templates: 0 }, sentToday: 200 },
      wait('daily_cap', OPENS + DAY_MS),
    ],
  ])('%s', (_, given, expected) => expect(step(given)).toEqual(expected))
  const HALF_AN_HOUR_MS = 30 * 60_000
  test.each([
    ['asked for just under half an hour ago: it waits on', HALF_AN_HOUR_MS - 1, wait('daily_cap', OPENS + DAY_MS)],
    [
      'half an hour ago: they are asked for again, for a setting may have changed',
      HALF_AN_HOUR_MS,
      { kind: 'claim', want: 0, count: false },
    ],
  ])('in a long wait the rules, %s', (_, age, expected) =>
    expect(step({ sentToday: 200, rules: { at: NOW - age } })).toEqual(expected),
  )
})

describe('rule interval: between any two messages of an account', () => {
  test.each<[string, Given, object]>([
    ['one millisecond before its end', { nextSendAt: NOW + 1 }, wait('interval', NOW + 1)],
    ['at its end', { nextSendAt: NOW }, SEND],
    ['old rules do not shorten it', { nextSendAt: NOW + 1, rules: { at: 0 } }, wait('interval', NOW + 1)],
  ])('%s', (_, given, expected) => expect(step(given)).toEqual(expected))
})

describe('rule sending-window: outside it a blast waits and goes on by itself', () => {
  const night = { window: { start: '20:00', end: '06:00' } }
  const allDay = { window: { start: '00:00', end: '24:00' } }
  const closesNight = Date.parse('2026-11-21T23:00:00Z')
  test.each<[string, Given, object]>([
    ['the last millisecond before it opens', { now: OPENS - 1 }, wait('window', OPENS)],
    ['the moment it opens', { now: OPENS }, SEND],
    ['the last millisecond before it closes', { now: CLOSES - 1 }, SEND],
    ['the moment it closes: the next morning', { now: CLOSES }, wait('window', OPENS + DAY_MS)],
    ['over midnight, closed at noon', { rules: night }, wait('window', CLOSES)],
    ['over midnight, open from its start', { now: CLOSES, rules: night }, SEND],
    ['over midnight, open at midnight', { now: MIDNIGHT, rules: night }, SEND],
    ['over midnight, closed at its end', { now: closesNight, rules: night }, wait('window', CLOSES + DAY_MS)],
    ['all day is never closed', { now: MIDNIGHT - 1, rules: allDay }, SEND],
    ['numbers are not claimed while it is closed', { now: CLOSES, buffered: 0 }, wait('window', OPENS + DAY_MS)],
    [
      'who waited for the opening begins at its own place',
      { now: OPENS, placeMs: 60_000, run: { startedAt: OPENS - 1 } },
      wait('window', OPENS + 60_000),
    ],
    ['who starts while it is open begins at once', { now: OPENS, placeMs: 60_000, run: { startedAt: OPENS } }, SEND],
  ])('%s', (_, given, expected) => expect(step({ ...given, run: { startedAt: 0, ...given.run } })).toEqual(expected))
})

describe('rule daily-cap: an account sends so many a Jakarta day, and waits for the next', () => {
  const allDay = { window: { start: '00:00', end: '24:00' } }
  test.each<[string, Given, object]>([
    ['one below it', { sentToday: 199 }, SEND],
    ['at it: until the window opens on the next day', { sentToday: 200 }, wait('daily_cap', OPENS + DAY_MS)],
    ['above it, where it was lowered', { sentToday: 201 }, wait('daily_cap', OPENS + DAY_MS)],
    ['with a window all day: until midnight', { sentToday: 200, rules: allDay }, wait('daily_cap', MIDNIGHT)],
    ['a cap of 0 sends nothing', { rules: { ...allDay, dailyCap: 0 } }, wait('daily_cap', MIDNIGHT)],
    ['one number left is one message', { sentToday: 199, buffered: 0 }, { ...CLAIM, want: 1 }],
    [
      'who used up yesterday begins at its own place',
      { now: MIDNIGHT, sentYesterday: 200, placeMs: 60_000, rules: allDay },
      wait('daily_cap', MIDNIGHT + 60_000),
    ],
    ['who did not begins at once', { now: MIDNIGHT, sentYesterday: 199, placeMs: 60_000, rules: allDay }, SEND],
  ])('%s', (_, given, expected) => expect(step(given)).toEqual(expected))
})

describe('rule end-of-blast: finished when nothing is claimable now or within 24 hours', () => {
  test.each<[string, Given, object]>([
    ['nothing is left', { buffered: 0, run: { exhausted: true } }, end('finished')],
    ['what is claimed is still sent', { run: { exhausted: true } }, SEND],
    [
      'the next number in exactly 24 hours: it waits',
      { buffered: 0, run: { emptyUntil: NOW + DAY_MS } },
      wait('cooldown', NOW + DAY_MS),
    ],
    [
      'a millisecond later than that: finished',
      { buffered: 0, run: { emptyUntil: NOW + DAY_MS + 1 } },
      end('finished'),
    ],
    [
      'a millisecond before the cooldown’s end',
      { buffered: 0, run: { emptyUntil: NOW + 1 } },
      wait('cooldown', NOW + 1),
    ],
    ['at its end it claims', { buffered: 0, run: { emptyUntil: NOW } }, CLAIM],
    [
      'a closed window is waited out first',
      { buffered: 0, now: CLOSES, run: { exhausted: true } },
      wait('window', OPENS + DAY_MS),
    ],
  ])('%s', (_, given, expected) => expect(step(given)).toEqual(expected))
})

describe('rule sending-pause: rule account-hold: who is paused by an admin sends and claims nothing', () => {
  const held = (lookAt: number | null) => ({ kind: 'held', lookAt })
  test.each<[string, Given, object]>([
    ['an account of its own', { held: true }, held(null)],
    ['it claims nothing either', { held: true, buffered: 0, rules: null }, held(null)],
    ['a message in flight is waited for', { held: true, inFlight: true }, { kind: 'await-result' }],
    ['its owner may stop it', { held: true, run: { stopRequested: true } }, end('stopped')],
    ['a paused place: it asks again now and then', { placePaused: true }, held(NOW + REFRESH_MS)],
    ['it asks for the switch alone', { placePaused: true, rules: { at: NOW - REFRESH_MS } }, { ...CLAIM, want: 0 }],
    ['a run that just began asks first', { placePaused: true, rules: null }, { ...CLAIM, want: 0, count: true }],
    ['after overload it waits', { placePaused: true, rules: null, run: { claimNotBefore: NOW + 5 } }, held(NOW + 5)],
    ['without a connection, too', { placePaused: true, connected: false }, held(NOW + REFRESH_MS)],
  ])('%s', (_, given, expected) => expect(step(given)).toEqual(expected))
})
