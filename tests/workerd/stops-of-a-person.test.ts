// A stop is of the person, whichever of their numbers it came by (rule opt-out-lid).
import { beforeAll, describe, expect, test } from 'vitest'
import { erasePerson } from '../../domain/recipients/suppressions/erase-person.ts'
import { hashOfNumber, lidHashes } from '../../domain/recipients/suppressions/hash.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { suppress } from '../../domain/recipients/suppressions/suppress.ts'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { planStep } from '../../domain/sending/importing/plan-step.ts'
import { ask } from './support/api.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { makeLender, makePerson } from './support/people.ts'
import { deliver, numbers, portsOf as stagePorts, stage, teachLid } from './support/stage.ts'

beforeAll(() => stage())
const suppressed = async (number: string) =>
  (await one<{ s: number }>('select suppressed as s from phone_numbers where number = ?', number)).s === 1

const hashOf = (number: string) => hashOfNumber(hashRing(bound), number)
let apart = 60_000
/** What the rows of one person's numbers hold of their LID: settlements carry 24 digits (0117). */
const HELD = [
  [24, 16],
  [16, 24],
] as const
describe.each(HELD)('rule opt-out-lid: a stop is of the person, rows of %i and %i digits', (ofOne, ofTwo) => {
  /** Two numbers whose rows have one LID, and somebody else's. */
  const sharing = async () => {
    apart += 10
    const [first, second, other] = (await numbers(apart, 3)) as [string, string, string]
    const lid = `lid-${apart}`
    const { lidHash } = lidHashes(hashRing(bound), lid)
    const held = 'update phone_numbers set lid_hash = ? where number = ?'
    await run(held, lidHash.slice(0, ofOne), first)
    await run(held, lidHash.slice(0, ofTwo), second)
    return { first, second, other, lid, lidHash }
  }
  const stop = (number: string, more: { lid?: string } = {}) =>
    suppress(stagePorts(db), { number, lid: null, via: 'page', by: null, reason: null, ...more }, Date.now())
  /** A message to it arrived, and taught that it has this LID. */
  const teach = async (number: string, lidHash: string) => {
    const { id: userId } = await makeLender(`lid-${number}`)
    await teachLid({ accountId: `acc-${number}`, userId }, { number, lidHash })
  }
  const isNamed = async (number: string) =>
    (await all('select 1 from suppressions where number = ?', number)).length === 1

  test('those that are known to be theirs are stopped with it, by name, and nobody else', async () => {
    const { first, second, other } = await sharing()
    await stop(first)
    expect(await Promise.all([first, second, other].map(suppressed))).toEqual([true, true, false])
    expect(await Promise.all([first, second, other].map(isNamed))).toEqual([true, true, false])
    expect(await all(`select 1 from consent_history where number = ? and event = 'opt_out'`, second)).toHaveLength(1)
  })
  test('also one that only another of their numbers leads to, by the LID that it had before its row was deleted', async () => {
    const [{ first, second }, far] = [await sharing(), await sharing()]
    await run(
      'insert into recipient_memory (hash, lid_hash, last_attempt_at, not_registered_count, kept_at) values (?, ?, 0, 0, 1)',
      hashOf(second),
      far.lidHash.slice(0, ofTwo),
    )
    await stop(first)
    expect(await Promise.all([second, far.first, far.second, far.other].map(isNamed))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
  test('by a LID alone: those that have it are theirs by it, and one that another LID led to is not given it', async () => {
    const [{ first, second, lid }, far] = [await sharing(), await sharing()]
    await run(
      'insert into recipient_memory (hash, lid_hash, last_attempt_at, not_registered_count, kept_at) values (?, ?, 0, 0, 1)',
      hashOf(second),
      far.lidHash.slice(0, ofTwo),
    )
    const who = { number: null, lid, via: 'reply' as const, by: null, reason: null }
    expect((await suppress(stagePorts(db), who, Date.now())).sort()).toEqual([first, second].sort())
    const lidsOf = (...list: string[]) =>
      all('select lid from suppressions where number in (select value from json_each(?))', JSON.stringify(list))
    expect(await lidsOf(first, second)).toEqual([{ lid }, { lid }])
    expect(await lidsOf(far.first, far.second)).toEqual([{ lid: null }, { lid: null }])
  })
  test('a new number that no list has, by the LID that came with its message', async () => {
    const { first, second, lid } = await sharing()
    await stop(`62819998${apart}`, { lid })
    expect(await Promise.all([first, second].map(isNamed))).toEqual([true, true])
    // one whose row does not know its LID yet
    const next = await sharing()
    await run('update phone_numbers set lid_hash = null where number = ?', next.first)
    await stop(next.first, { lid: next.lid })
    expect(await Promise.all([next.first, next.second].map(isNamed))).toEqual([true, true])
  })
  test('also where an account that holds one of them is silent, which keeps nobody from being written down', async () => {
    const { first, second } = await sharing()
    await run(`update phone_numbers set in_use = 1, in_use_by = 'silent' where number = ?`, first)
    const ports = { ...stagePorts(db), dropNumber: () => Promise.reject(new Error('silent')) }
    const who = { number: first, lid: null, via: 'page' as const, by: null, reason: null }
    await expect(suppress(ports, who, Date.now())).rejects.toThrow('silent')
    expect(await Promise.all([first, second].map(isNamed))).toEqual([true, true])
  })
  test('and every account that holds one of them lets go of it', async () => {
    const { first, second } = await sharing()
    await run(`update phone_numbers set in_use = 1, in_use_by = 'holder' where number = ?`, second)
    const dropped: string[] = []
    const ports = {
      ...stagePorts(db),
      dropNumber: (accountId: string, number: string) => Promise.resolve(dropped.push(`${accountId} ${number}`)),
    }
    await suppress(ports, { number: first, lid: null, via: 'page', by: null, reason: null }, Date.now())
    expect(dropped).toEqual([`holder ${second}`])
  })
  test('one that is learned to be theirs later, with the message that teaches it', async () => {
    const { first, second, other, lidHash } = await sharing()
    await run('update phone_numbers set lid_hash = null where number = ?', second)
    await stop(first)
    await teach(other, lidHash)
    expect(await suppressed(other)).toBe(true)
  })
  test.each(['with the stop', 'with what they wrote after it'])(
    'one that is learned to be theirs later, where the number that stopped is no recipient, by the LID that came %s',
    async (when) => {
      const { other, lid, lidHash } = await sharing()
      const number = `62819998${apart}`
      await stop(number, when === 'with the stop' ? { lid } : {})
      if (when !== 'with the stop') await stop(number, { lid })
      await run('update suppressions set lid_hash = ? where number = ?', lidHash.slice(0, ofTwo), number)
      await teach(other, lidHash)
      expect([await suppressed(other), await isNamed(other)]).toEqual([true, true])
      expect(await all('select lid from suppressions where number = ?', other)).toEqual([
        { lid: when === 'with the stop' ? lid : null },
      ])
    },
  )
  test('what a row holds of it stays, however much a message or a stop brings: nothing is written for that', async () => {
    const { first, second, lid, lidHash } = await sharing()
    await teach(first, lidHash)
    const contacts = [{ number: second, lidHash }]
    await deliver([{ accountId: `far-${second}`, sequence: 1, userId: 'nobody', results: [], reversals: [], contacts }])
    const held = 'select lid_hash as h from phone_numbers where number in (?, ?) order by number'
    expect(await all(held, first, second)).toEqual([ofOne, ofTwo].map((digits) => ({ h: lidHash.slice(0, digits) })))
    await stop(first, { lid })
    await run('update suppressions set lid_hash = ? where number = ?', lidHash.slice(0, ofTwo), first)
    await stop(first, { lid })
    expect(await all('select lid_hash as h from suppressions where number = ?', first)).toEqual([
      { h: lidHash.slice(0, ofTwo) },
    ])
  })
  test('of a LID that is new the database keeps 16 digits, and so it does of a row that goes and comes again', async () => {
    const admin = await makePerson('admin')
    const [{ first, other, lid, lidHash }, far] = [await sharing(), await sharing()]
    await teach(other, lidHash)
    const contacts = [{ number: far.other, lidHash }]
    await deliver([{ accountId: `far-${first}`, sequence: 1, userId: 'nobody', results: [], reversals: [], contacts }])
    const { id } = await one<{ id: number }>('select id from phone_numbers where number = ?', first)
    await ask('DELETE', `/admin/phonenumber/${id}`, { token: admin.token })
    const remembered = await all('select lid_hash as h from recipient_memory where hash = ?', hashOf(first))
    const body = { number: first, name: 'Ani', consent_source: 'Formulir toko Melati' }
    await ask('POST', '/admin/phonenumber/save', { token: admin.token, body })
    const rows = await all('select lid_hash as h from phone_numbers where number in (?, ?, ?)', other, far.other, first)
    await stop(`62819997${apart}`, { lid })
    const stops = await all('select lid_hash as h from suppressions where number = ?', `62819997${apart}`)
    expect([...remembered, ...rows, ...stops]).toEqual(Array.from({ length: 5 }, () => ({ h: lidHash.slice(0, 16) })))
  })
  test('but not one that was lifted, nor one by which they asked themselves since', async () => {
    const { first, second, other, lidHash } = await sharing()
    await stop(first)
    await run('delete from suppressions where number = ?', second)
    await run('update phone_numbers set suppressed = 0 where number = ?', second)
    await teach(second, lidHash)
    expect(await suppressed(second)).toBe(false)
    await run('update phone_numbers set consent_grade = 4, consent_at = ? where number = ?', Date.now() + 1_000, other)
    await teach(other, lidHash)
    expect(await suppressed(other)).toBe(false)
  })
  test('their erasure stops the others, and a list of stops does, too', async () => {
    const admin = await makePerson('admin')
    const erased = await sharing()
    await ask('POST', '/admin/consent/erase', { token: admin.token, body: { number: erased.first } })
    expect(await Promise.all([erased.second, erased.other].map(isNamed))).toEqual([true, false])
    const listed = await sharing()
    const form = new FormData()
    form.set('file', new File([`number\n${listed.first}\n`], 'berhenti.csv'))
    expect((await ask('POST', '/admin/suppression/import', { token: admin.token, form })).status).toBe(200)
    expect(await Promise.all([listed.first, listed.second, listed.other].map(isNamed))).toEqual([true, true, false])
  })
  test('a list of stops does in the transaction of its step: a crash after it leaves nobody without the stop that says why', async () => {
    const [{ first, second }, far] = [await sharing(), await sharing()]
    // that one leads to two more
    await run('update phone_numbers set lid_hash = ? where number = ?', far.lidHash.slice(0, ofTwo), second)
    await run('update phone_numbers set lid_hash = ? where number = ?', far.lidHash.slice(0, ofOne), first)
    const noted: string[] = []
    const ports = {
      ...stagePorts(db),
      now: Date.now(),
      findMedia: () => Promise.reject(new Error('none')),
      privateProxies: false,
      dropFailed: () => {},
      journal: (stops: readonly { hash: string }[]) =>
        Promise.resolve(void noted.push(...stops.map(({ hash }) => hash))),
    }
    const items = [{ number: first, source: 'Surat Melati' }]
    const nothing = { fields: [], tag: null, ownTag: false }
    const request = { jobId: 'crashed', items, row: 1, consentSource: 'Daftar lama', by: 'someone', ...nothing }
    await runBatch(db, (await planStep('suppression', ports, request)).rows)
    const theirs = [second, far.first, far.second]
    expect(await Promise.all([first, ...theirs, far.other].map(isNamed))).toEqual([true, true, true, true, false])
    const ring = hashRing(bound)
    expect(noted.toSorted()).toEqual([first, ...theirs].map((number) => hashOfNumber(ring, number)).toSorted())
    const said = 'select via, by, reason from suppressions where number = ?'
    expect(await all(said, first)).toEqual([{ via: 'import', by: 'someone', reason: 'Daftar lama · Surat Melati' }])
    for (const number of theirs) {
      expect(await all(said, number)).toEqual([{ via: 'import', by: 'someone', reason: 'Daftar lama' }])
      expect(await all('select source from consent_history where number = ?', number)).toEqual([{ source: 'import' }])
    }
  })
  test('a list of stops does also where the listed number has no row any more', async () => {
    const admin = await makePerson('admin')
    const { first, second, other } = await sharing()
    const { id } = await one<{ id: number }>('select id from phone_numbers where number = ?', first)
    await ask('DELETE', `/admin/phonenumber/${id}`, { token: admin.token })
    const form = new FormData()
    form.set('file', new File([`number\n${first}\n`], 'berhenti.csv'))
    expect((await ask('POST', '/admin/suppression/import', { token: admin.token, form })).status).toBe(200)
    expect(await Promise.all([second, other].map(suppressed))).toEqual([true, false])
    expect(await Promise.all([first, second, other].map(isNamed))).toEqual([true, true, false])
  })
  test('an erasure is done although the account that holds another number of theirs is silent', async () => {
    const { first, second } = await sharing()
    await run(`update phone_numbers set in_use = 1, in_use_by = 'silent' where number = ?`, second)
    const ports = { ...stagePorts(db), now: Date.now(), dropNumber: () => Promise.reject(new Error('silent')) }
    await expect(erasePerson(ports, { number: first, by: null })).rejects.toThrow('silent')
    expect(await all('select 1 from phone_numbers where number = ?', first)).toEqual([])
    expect([await suppressed(second), await isNamed(second)]).toEqual([true, true])
  })
  test('one whose row was deleted before the stop cannot be added again, by hand or by a file', async () => {
    const admin = await makePerson('admin')
    const { first, second } = await sharing()
    const { id } = await one<{ id: number }>('select id from phone_numbers where number = ?', second)
    await ask('DELETE', `/admin/phonenumber/${id}`, { token: admin.token })
    await stop(first)
    const body = { number: second, name: 'Ani', consent_source: 'Formulir toko Melati' }
    const saved = await ask('POST', '/admin/phonenumber/save', { token: admin.token, body })
    expect(saved.json).toMatchObject({ reason: 'number_suppressed' })
    const form = new FormData()
    form.set('file', new File([`number,name\n${second},Ani\n`], 'lagi.csv'))
    form.set('consent_source', 'Formulir toko Melati')
    const uploaded = await ask('POST', '/admin/phonenumber/import', { token: admin.token, form })
    expect(uploaded.json).toMatchObject({ created: [], skipped: [{ reason: 'suppressed' }] })
  })
})
