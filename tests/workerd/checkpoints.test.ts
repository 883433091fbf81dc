// Signed checkpoints of the record (rule checkpoints): a day has one, on a page without an account and in a mail; and whoever rewrites the
// whole database, heads and all, is found out by one that was kept elsewhere.
import { beforeEach, expect, test } from 'vitest'
import { DAY_MS, jakartaDay } from '../../contract/ground/time.ts'
import { signerOf, verifierTexts } from '../../domain/record/checkpoints/place.ts'
import { signNote } from '../../domain/record/checkpoints/note.ts'
import { rootOfDays } from '../../domain/record/checkpoints/tree.ts'
import { mailNewest, newestCheckpoint, signNewest } from '../../domain/record/checkpoints/store.ts'
import { verifyRecord } from '../../domain/record/record/verify.ts'
import { closeRecordDay, readOf } from '../../domain/record/record/store.ts'
import { holdAgainst } from '../../domain/record/checkpoints/hold.ts'
import { lookHourly } from '../../worker/troubles.ts'
import { verifiersOf } from '../../scripts/verify-record/checkpoint.ts'
import { call } from './support/api.ts'
import { behindTriggers } from './support/behind-triggers.ts'
import { all, bound, db, run } from './support/database.ts'

const close = (day: string) => closeRecordDay(db, day, () => true)
const sign = async (now = Date.now()) => signNewest(db, { ...(await signerOf(bound)), now })
const newest = async () => (await newestCheckpoint(db)) as NonNullable<Awaited<ReturnType<typeof newestCheckpoint>>>
const keyText = async () => (await verifierTexts(await signerOf(bound)))[0]
const held = async (note: string, key?: string) =>
  (await holdAgainst(readOf(db), note, await verifiersOf(note, key ?? (await keyText())))).is
const add = (source: string) =>
  run(`insert into consent_history (hash, event, source, at) values ('h', 'granted', ?, ?)`, source, Date.now())
const wipe = () =>
  behindTriggers(['record_days', 'consent_history'], async () => {
    await run('delete from record_days')
    await run('delete from consent_history')
  })
beforeEach(async () => {
  await wipe()
  await run('delete from record_checkpoints')
})
const isWhole = async () => {
  const ports = { read: readOf(db), stored: () => Promise.resolve(null), deletedUntil: '' }
  return (await verifyRecord(ports, { after: '', days: 100, rows: 100_000 })).problems.length === 0
}

test('rule checkpoints: each closed day has one, signed once; whoever kept one can check it after any day', async () => {
  await sign()
  expect(await newestCheckpoint(db)).toBeNull()
  await add('a')
  await close('2026-01-01')
  await sign()
  const first = await newest()
  expect(first).toMatchObject({ day: '2026-01-01', size: 1 })
  await sign()
  expect(await newest()).toEqual(first)
  await add('b')
  await close('2026-01-02')
  await sign()
  expect(await newest()).toMatchObject({ day: '2026-01-02', size: 2 })
  expect([await held(first.note), await held((await newest()).note)]).toEqual(['same', 'same'])
})

test('rule checkpoints: a database rewritten with all its heads looks whole, and is betrayed by a checkpoint kept elsewhere', async () => {
  const build = async (first: string) => {
    await add(first)
    await close('2026-01-01')
    await add('b')
    await close('2026-01-02')
    await sign()
  }
  await build('Formulir toko')
  const kept = (await newest()).note
  await wipe()
  await run('delete from record_checkpoints')
  await build('Formulir palsu')
  expect(await isWhole()).toBe(true)
  expect(await held((await newest()).note)).toBe('same')
  expect(await held(kept)).toBe('other')
  await behindTriggers(['record_days'], () => run(`delete from record_days where day = '2026-01-02'`))
  expect(await held(kept)).toBe('fewer')
})

test('rule checkpoints: what does not continue the checkpoint before is not signed', async () => {
  await add('a')
  await close('2026-01-01')
  await sign()
  const { note } = await newest()
  await wipe()
  await add('x')
  await close('2026-01-01')
  await close('2026-01-02')
  await expect(sign()).rejects.toThrow('does not continue the checkpoint of 2026-01-01')
  expect((await newest()).note).toBe(note)
})

test('rule checkpoints: one of another place, of another key and one without a key are told apart', async () => {
  await close('2026-01-01')
  await sign()
  const { note } = await newest()
  const elsewhere = await signerOf({ ...bound, APP_ORIGIN: 'https://lain.example' })
  const otherKey = await signerOf({ ...bound, RECORD_KEYS: `1:${'0f'.repeat(32)}` })
  const other = note.replaceAll('127.0.0.1:8787', 'lain.example')
  expect(await held(other)).toBe('origin')
  expect(await held(other, (await verifierTexts(elsewhere))[0])).toBe('key')
  expect(await held(note, (await verifierTexts(otherKey))[0])).toBe('key')
  expect((await holdAgainst(readOf(db), note, await verifiersOf(note, undefined))).is).toBe('origin')
  // signed there, and asked with the key of there: it is not this record that was changed
  const [theirs] = elsewhere.keys
  const signed = theirs && (await signNote({ origin: elsewhere.origin, size: 1, root: rootOfDays([], 0) }, theirs))
  expect(await held(signed ?? '', (await verifierTexts(elsewhere))[0])).toBe('origin')
  // of a key that was turned since: it still stands in the ring
  const { keys, origin } = await signerOf(bound)
  await run('delete from record_checkpoints')
  await signNewest(db, { origin, keys: keys.toReversed(), now: 1 })
  const before = (await newest()).note
  expect(await held(before, (await verifierTexts(await signerOf(bound)))[1])).toBe('same')
  await close('2026-01-02')
  await sign()
  expect((await newest()).size).toBe(2)
})

test('rule checkpoints: the newest stands on a page without an account, with the public keys', async () => {
  expect((await call('GET', '/public/checkpoint')).status).toBe(404)
  expect(await (await call('GET', '/public/record')).text()).toContain('Belum ada hari yang ditutup.')
  for (const day of ['2026-01-01', '2026-01-02']) {
    await close(day)
    await sign()
  }
  const answer = await call('GET', '/public/checkpoint')
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const note = await answer.text()
  expect(note).toBe((await newest()).note)
  expect(await (await call('GET', '/public/checkpoint?day=2026-01-01')).text()).not.toBe(note)
  expect((await call('GET', '/public/checkpoint?day=2025-01-01')).status).toBe(404)
  const page = await (await call('GET', '/public/record')).text()
  for (const text of [note.trimEnd(), ...(await verifierTexts(await signerOf(bound)))]) expect(page).toContain(text)
  expect(await held(page)).toBe('same')
})

test('rule checkpoints: it is mailed once to each address, also where one did not take it at first', async () => {
  await close(jakartaDay(Date.now() - DAY_MS))
  await sign()
  const sent: string[] = []
  const mail = (takes: (to: string) => boolean) =>
    mailNewest(db, {
      addresses: ['a@x.id', 'b@x.id'],
      now: 5,
      send: async (to) => {
        sent.push(to)
        return takes(to)
      },
    })
  await expect(mail((to) => to === 'a@x.id')).rejects.toThrow('1 of 2 mails were not taken')
  await mail(() => true)
  await mail(() => true)
  expect(sent).toEqual(['a@x.id', 'b@x.id', 'b@x.id'])
  expect(await newest()).toMatchObject({ mailed_at: 5, mailed_to: '[]' })
})

test('rule checkpoints: the hourly look says that days are not those for which the newest one was signed, in spite of their heads', async () => {
  const open = async () => {
    await lookHourly(bound, db, Date.now())
    return all(`select subject from troubles where kind = 'record_differs' and ended_at is null`)
  }
  await add('Formulir toko')
  await close('2026-01-01')
  await sign()
  expect(await open()).toEqual([])
  await wipe()
  await add('Formulir palsu')
  await close('2026-01-01')
  expect(await isWhole()).toBe(true)
  expect(await open()).toEqual([{ subject: 'checkpoint' }])
  await run('delete from record_checkpoints')
  await sign()
  expect(await open()).toEqual([])
})
