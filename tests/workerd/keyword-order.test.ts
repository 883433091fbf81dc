// A keyword against what else its author said (rule opt-in-message): stops, erasures and snoozes before and after it, in whatever order they come in.
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../contract/ground/time.ts'
import { hearKeyword } from '../../domain/recipients/programmes/hear-store.ts'
import { programmeByWord } from '../../domain/recipients/programmes/store.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { hashesOfNumber, lidHashes, optOutToken } from '../../domain/recipients/suppressions/hash.ts'
import { snooze } from '../../domain/recipients/suppressions/snooze.ts'
import { suppress } from '../../domain/recipients/suppressions/suppress.ts'
import { freshStop } from '../../domain/sending/rates/store.ts'
import { countStopAfter } from '../../domain/sending/templates/store.ts'
import { until } from '../../scripts/drive/until.ts'
import { linkRing } from '../../worker/env.ts'
import { ask, call } from './support/api.ts'
import { all, bound, db, run } from './support/database.ts'
import { createProgramme, events, heard, joined, rowOf, says, somebody, told, useKeywords } from './support/keywords.ts'
import { inside, portsOf } from './support/stage.ts'

const it = useKeywords()
/** The time, once it is later than it was. */
const aMomentLater = async (): Promise<number> => {
  const before = Date.now()
  await until('later', () => Date.now() > before)
  return Date.now()
}

describe('rule opt-in-message: a keyword', () => {
  test('by somebody who has stopped starts again, on record, once it was written after the stop', async () => {
    const number = somebody()
    says(number, it.keyword)
    await joined(number)
    says(number, 'BERHENTI')
    await until('stopped', async () => (await rowOf(number))?.['suppressed'] === 1)
    says(number, it.keyword, { at: Date.now() - 60_000 })
    await heard()
    expect((await rowOf(number))?.['suppressed']).toBe(1)
    says(number, it.keyword, { at: Date.now() + 1 })
    await until('free', async () => (await rowOf(number))?.['suppressed'] === 0)
    await heard()
    expect(await all('select 1 from suppressions')).toEqual([])
    expect(await events(number)).toEqual(['granted', 'opt_out', 'opt_in', 'lifted', 'granted'])
  })
  test.each(['this account', 'another account'])(
    'does not count after a second stop, which leaves the suppression as it stands: it waited at %s',
    async (where) => {
      const number = somebody()
      says(number, it.keyword)
      await joined(number)
      says(number, 'BERHENTI')
      await until('stopped', async () => (await rowOf(number))?.['suppressed'] === 1)
      const at = await aMomentLater()
      await aMomentLater()
      says(number, 'BERHENTI')
      await until('stopped twice', async () => (await events(number)).length === 3)
      says(number, it.keyword, { at, by: where === 'this account' ? it.account : it.second })
      await heard()
      expect((await rowOf(number))?.['suppressed']).toBe(1)
      expect(await events(number)).toEqual(['granted', 'opt_out', 'opt_out'])
      says(number, it.keyword, { at: Date.now() + 1 })
      await until('free', async () => (await rowOf(number))?.['suppressed'] === 0)
    },
  )
  const again: { [way: string]: (number: string) => Promise<unknown> } = {
    'the office': (number) => ask('POST', '/admin/suppression', { token: it.admin.token, body: { number } }),
    'a list of stops': (number) => {
      const form = new FormData()
      form.set('file', new File([`number\n${number}\n`], 'berhenti.csv'))
      return call('POST', '/admin/suppression/import', { token: it.admin.token, form })
    },
    'their page': async (number) =>
      ask('POST', '/public/opt-out', { body: { token: await optOutToken(linkRing(bound), number) } }),
    'a dispute': async (number) =>
      ask('POST', '/public/recipient/dispute', { body: { token: await optOutToken(linkRing(bound), number) } }),
  }
  test.each(Object.keys(again))('that waited does not count after a second stop by %s', async (way) => {
    const number = somebody()
    says(number, it.keyword)
    await joined(number)
    says(number, 'BERHENTI')
    await until('stopped', async () => (await rowOf(number))?.['suppressed'] === 1)
    const at = await aMomentLater()
    await aMomentLater()
    await again[way]?.(number)
    says(number, it.keyword, { at, by: it.second })
    await heard()
    expect((await rowOf(number))?.['suppressed']).toBe(1)
    expect((await events(number)).slice(0, 3)).toEqual(['granted', 'opt_out', 'opt_out'])
    says(number, it.keyword, { at: Date.now() + 1 })
    await until('free', async () => (await rowOf(number))?.['suppressed'] === 0)
  })
  test.each(['the office', 'a list of stops'])(
    'rule erasure: that waited does not count after a stop by %s of whose author nothing but the erasure was on record',
    async (way) => {
      const number = somebody()
      says(number, it.keyword)
      await joined(number)
      await ask('POST', '/admin/consent/erase', { token: it.admin.token, body: { number } })
      await run('update erasures set done_at = 1')
      const at = await aMomentLater()
      await aMomentLater()
      await again[way]?.(number)
      says(number, it.keyword, { at, by: it.second })
      await heard()
      expect(await rowOf(number)).toBeUndefined()
      // and it names them no more
      expect(await events(number)).toEqual([])
      expect(await all('select reason from suppressions')).toEqual([{ reason: 'erased' }])
    },
  )
  test.each([24, 16])(
    'rule opt-out-lid: does not count after a stop by their LID alone, and one after it ends both (%i digits)',
    async (digits) => {
      const number = somebody()
      says(number, it.keyword)
      await joined(number)
      await run(
        'update phone_numbers set lid_hash = ? where number = ?',
        lidHashes(hashRing(bound), '8811').lidHash.slice(0, digits),
        number,
      )
      const lidStops = () => all(`select 1 from suppressions where lid = '8811' and number is null`)
      // at an account that does not know the number
      const stopsByLid = () => {
        const who = { number: null, lid: '8811', via: 'reply' as const, by: null, reason: null }
        return suppress(portsOf(db), who, Date.now(), [], Date.now())
      }
      await stopsByLid()
      expect([(await rowOf(number))?.['suppressed'], await lidStops()]).toEqual([1, [{ 1: 1 }]])
      const at = await aMomentLater()
      await aMomentLater()
      await stopsByLid()
      says(number, it.keyword, { at })
      await heard()
      expect((await rowOf(number))?.['suppressed']).toBe(1)
      says(number, it.keyword, { at: Date.now() + 1 })
      await until('free', async () => (await rowOf(number))?.['suppressed'] === 0)
      expect(await lidStops()).toEqual([])
    },
  )
  test('rule erasure: written before its author was erased brings nobody back', async () => {
    const number = somebody()
    says(number, it.keyword)
    await joined(number)
    says(number, 'BERHENTI')
    await until('stopped', async () => (await rowOf(number))?.['suppressed'] === 1)
    const at = await aMomentLater()
    await aMomentLater()
    await ask('POST', '/admin/consent/erase', { token: it.admin.token, body: { number } })
    await run('update erasures set done_at = 1')
    says(number, it.keyword, { at, by: it.second })
    await heard()
    expect(await rowOf(number)).toBeUndefined()
    expect(await all(`select reason from suppressions`)).toEqual([{ reason: 'erased' }])
  })
  test('rule snooze: waits for a doubt of before it that D1 does not take yet, and ends its snooze', async () => {
    const number = somebody()
    await run(`create trigger no_snooze before insert on snoozes begin select raise(abort, 'not now'); end`)
    await inside(it.account.object, ({ sql }) => {
      sql.exec('insert into doubts (number, at) values (?, ?)', number, Date.now() - 1_000)
    })
    says(number, it.keyword)
    const last = somebody()
    says(last, it.keyword)
    await joined(last)
    expect(await rowOf(number)).toBeUndefined()
    await run('drop trigger no_snooze')
    await joined(number)
    await heard()
    expect([(await rowOf(number))?.['suppressed'], await all('select 1 from snoozes')]).toEqual([0, []])
    expect(await events(number)).toEqual(['snoozed', 'granted'])
  })
  test('rule snooze: leaves a day of silence that was asked for after it while a longer one stood', async () => {
    const number = somebody()
    const began = Date.now() - 10_000
    const page = { number, at: began, until: began + 30 * DAY_MS, via: 'page' as const, by: null }
    await snooze(portsOf(db), page, began)
    const again = began + 5_000
    const doubt = { number, at: again, until: again + DAY_MS, via: 'reply' as const, by: it.account.accountId }
    await snooze(portsOf(db), doubt, again)
    await snooze(portsOf(db), { ...page, at: began + 1 }, again)
    says(number, it.keyword, { at: began + 2_000, by: it.second })
    await joined(number)
    expect((await rowOf(number))?.['suppressed']).toBe(2)
    expect(await all('select until, via, created_at from snoozes')).toEqual([
      { until: page.until, via: 'reply', created_at: again },
    ])
  })
  test('rule opt-out: whose author has stopped before the answer could be given is not answered', async () => {
    const number = somebody()
    const programme = await programmeByWord(db, it.word)
    if (!programme) throw new Error('no programme')
    const hashes = hashesOfNumber(hashRing(bound), number)
    const said = {
      messageId: 'late',
      number,
      hashes,
      lidHashes: [],
      accountId: it.account.accountId,
      at: Date.now() - 5_000,
    }
    await hearKeyword(db, programme, said, Date.now() - 4_000)
    await suppress(portsOf(db), { number, lid: null, via: 'page', by: null, reason: null }, Date.now())
    says(number, it.keyword, { at: said.at, id: 'late' })
    await heard()
    expect(told(number)).toEqual([])
  })
  test('rule snooze: of a programme that has ended leaves a snooze as it is', async () => {
    const { keyword } = (await createProgramme(it.admin, 'promo-lalu', { word: 'lalu', ends_on: '2020-01-01' })).json
    const number = somebody()
    const later = Date.now() + DAY_MS
    await run(`insert into snoozes (number, until, via, created_at) values (?, ?, 'page', 1)`, number, later)
    says(number, keyword)
    await until('answered', () => told(number).length === 1)
    expect(await all('select number from snoozes')).toEqual([{ number }])
  })
  test('rule opt-out: of a programme that has ended brings no answer to somebody who has stopped', async () => {
    const { keyword } = (await createProgramme(it.admin, 'promo-lama', { word: 'lama', ends_on: '2020-01-01' })).json
    const number = somebody()
    await suppress(portsOf(db), { number, lid: null, via: 'page', by: null, reason: null }, 1)
    says(number, keyword)
    await heard()
    expect(told(number)).toEqual([])
  })
})

describe('rule opt-in-message: whoever joins again and again is one person', () => {
  beforeEach(async () => {
    await run('delete from disputes')
    await run('update consent_sources set held_at = null')
  })
  const dispute = async (number: string) =>
    expect(
      (await ask('POST', '/public/recipient/dispute', { body: { token: await optOutToken(linkRing(bound), number) } }))
        .status,
    ).toBe(200)
  const joinsAgain = async (number: string) => {
    says(number, it.keyword, { at: Date.now() + 1 })
    await until('free', async () => (await rowOf(number))?.['suppressed'] === 0)
    await heard()
  }
  test('rule source-hold: to the disputes that hold a source', async () => {
    const number = somebody()
    says(number, it.keyword)
    await joined(number)
    const held = () => all('select name from consent_sources where held_at is not null')
    for (const _ of [1, 2, 3]) {
      await dispute(number)
      await joinsAgain(number)
    }
    expect((await events(number)).filter((event) => event === 'disputed')).toHaveLength(3)
    const { json } = await ask<{ data: { disputes: number }[] }>('GET', '/admin/consent/sources', {
      token: it.admin.token,
    })
    expect([Math.max(...json.data.map((source) => source.disputes)), await held()]).toEqual([1, []])
    for (const other of [somebody(), somebody()]) {
      says(other, it.keyword)
      await joined(other)
      await dispute(other)
    }
    expect(await held()).toHaveLength(1)
  })
  test('rules rates, template-outcomes: to the template that they answer, once for each of its messages', async () => {
    await run(
      `insert into templates (id, text, text_wa, button, status, created_at) values ('ulang', '', '', '[]', 'active', 1)`,
    )
    const number = somebody()
    says(number, it.keyword)
    await joined(number)
    const hashes = hashesOfNumber(hashRing(bound), number)
    const stops = async (sentAt: number, via: 'reply' | 'page' = 'reply') => {
      const now = Date.now()
      const answered = { number, hashes, sentAt, now }
      const counts = [countStopAfter(db, 'ulang', answered), freshStop(db, 'ulang', answered)]
      const who = { number, lid: null, via, by: null, reason: null }
      await suppress(portsOf(db), who, now, via === 'reply' ? counts : [], now)
    }
    const counted = async () => [
      (await all<{ n: number }>(`select count_stop as n from templates where id = 'ulang'`))[0]?.n,
      (await all<{ n: number }>(`select sum(stopped) as n from rate_days where subject = 'ulang'`))[0]?.n,
    ]
    const first = await aMomentLater()
    // a stop by their page is no reply, and takes none away
    await stops(first, 'page')
    await joinsAgain(number)
    for (const _ of [1, 2]) {
      await stops(first)
      await joinsAgain(number)
    }
    expect(await counted()).toEqual([1, 1])
    await stops(await aMomentLater())
    expect(await counted()).toEqual([2, 2])
  })
})
