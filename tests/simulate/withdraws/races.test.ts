// Fifty at one moment, for every pair of acts on one request: each of the two comes first at least once, what can happen once happens
// once, and after each the books are right.
import { expect, test } from 'vitest'
import { migratedDatabase } from '../world.ts'
import type { OneAct, Office } from './acts.ts'
import { doAct, plan } from './do-act.ts'
import { Place } from './place.ts'
import { Promises } from './promises.ts'

const IT = { n: 0, fits: false }
const by = (who: Office) => ({ who, pick: IT })
const accept = (who: Office): OneAct => ({ do: 'accept', ...by(who) })
const undo = (who: Office): OneAct => ({ do: 'undo', ...by(who) })
const order = (who: Office): OneAct => ({ do: 'order', ...by(who) })
const askReturn = (who: Office): OneAct => ({ do: 'ask-return', ...by(who) })
const freeze = (who: Office): OneAct => ({ do: 'freeze', who, picks: [IT] })
const fetch = (who: Office): OneAct => ({ do: 'fetch', ...by(who) })
const request: OneAct = { do: 'request', who: 'sari', nominal: 60_000 }
/** Each act as the n-th of its kind does it: the office takes turns. */
type Maker = (n: number) => OneAct
/** Nobody of them asked for what waits. */
const other = (n: number): Office => (n % 2 === 0 ? 'admin' : 'other')
const anybody = (n: number): Office => (['staff', 'admin', 'other'] as const)[n % 3] ?? 'staff'
const KINDS = {
  accept: (n) => accept(anybody(n)),
  'accept as the second': (n) => accept(other(n)),
  reject: (n) => ({ do: 'reject', ...by(anybody(n)) }),
  cancel: () => ({ do: 'cancel', pick: IT }),
  freeze: (n) => freeze(anybody(n)),
  order: (n) => order(anybody(n)),
  undo: (n) => undo(anybody(n)),
  prove: (n) => ({ do: 'prove', ...by(anybody(n)) }),
  'ask for a return': (n) => askReturn(anybody(n)),
  approve: (n) => ({ do: 'answer', ...by(other(n)), approve: true }),
  refuse: (n) => ({ do: 'answer', ...by(other(n)), approve: false }),
  'approve the batch': (n) => ({ do: 'approve-batch', ...by(other(n)) }),
  release: (n) => ({ do: 'release', ...by(anybody(n)) }),
  fetch: (n) => fetch(anybody(n)),
  'result: paid': (n) => ({ do: 'result', ...by(anybody(n)), outcomes: ['Dibayar'] }),
  'result: returned': (n) => ({ do: 'result', ...by(anybody(n)), outcomes: ['Gagal'] }),
  'request of the rest': () => request,
} satisfies Record<string, Maker>
type Kind = keyof typeof KINDS
/** Where a request stands, how it came there, and all that may be done first about it. */
type Scene = { stands: string; limit?: number; acts: OneAct[]; kinds: Kind[] }
const SCENES: readonly Scene[] = [
  { stands: 'requested', acts: [], kinds: ['accept', 'reject', 'cancel', 'freeze'] },
  {
    stands: 'requested, waiting for a second person',
    limit: 25_000,
    acts: [accept('staff')],
    kinds: ['accept as the second', 'approve', 'refuse', 'reject', 'cancel'],
  },
  { stands: 'accepted', acts: [accept('staff')], kinds: ['order', 'undo'] },
  {
    stands: 'accepted before, waiting for a second person',
    acts: [accept('staff'), undo('staff'), accept('staff')],
    kinds: ['accept as the second', 'approve', 'refuse', 'reject'],
  },
  { stands: 'frozen', acts: [freeze('staff')], kinds: ['fetch', 'release'] },
  {
    stands: 'frozen, waiting for a second person',
    limit: 25_000,
    acts: [freeze('staff')],
    kinds: ['approve the batch', 'release'],
  },
  { stands: 'ordered by hand', acts: [accept('staff'), order('staff')], kinds: ['prove', 'ask for a return'] },
  {
    stands: 'ordered by a batch',
    acts: [freeze('staff'), fetch('staff')],
    kinds: ['fetch', 'prove', 'ask for a return', 'result: paid', 'result: returned'],
  },
  {
    stands: 'ordered, its return asked for',
    acts: [freeze('staff'), fetch('staff'), askReturn('staff')],
    kinds: ['approve', 'refuse', 'prove'],
  },
  {
    stands: 'paid',
    acts: [accept('staff'), order('staff'), { do: 'prove', ...by('staff') }],
    kinds: ['prove', 'ask for a return'],
  },
  {
    stands: 'paid, its return asked for',
    acts: [accept('staff'), order('staff'), { do: 'prove', ...by('staff') }, askReturn('staff')],
    kinds: ['approve', 'refuse', 'prove'],
  },
  {
    stands: 'returned',
    acts: [accept('staff'), order('staff'), askReturn('staff'), { do: 'answer', ...by('admin'), approve: true }],
    kinds: ['undo', 'request of the rest'],
  },
  { stands: 'rejected', acts: [{ do: 'reject', ...by('staff') }], kinds: ['undo', 'request of the rest'] },
]
/** A newer image, the same file and the same result again are fine at any time; what is taken back already is answered as it is. */
const AGAIN: readonly Kind[] = ['cancel', 'prove', 'fetch', 'result: paid', 'result: returned']
/** After a refusal the first one asks again, and the second one answers that. */
const MOST: Partial<Record<Kind, number>> = { 'accept as the second': 2 }
const FIFTY = 50
const ROUNDS = 60
const database = migratedDatabase()

/** An act asks the database more often than another: with each round the one that began is ahead by more turns. */
const TURNS_A_ROUND = 12
const turns = async (count: number): Promise<void> => {
  for (let left = count; left > 0; left--) await Promise.resolve()
}

/** Fifty of these two at once; answers which was done first. @throws where a promise breaks */
const race = async ({ limit = 0, acts }: Scene, pair: readonly [Kind, Kind], seed: number): Promise<Kind | null> => {
  const place = await Place.open(database, { limit, seed })
  const promises = new Promises(place, limit)
  for (const act of [request, ...acts]) {
    place.now += 1
    const outcome = await doAct(act, plan(place, act))
    expect(outcome.end, JSON.stringify(act)).toBe('done')
    await promises.check([outcome], false)
  }
  const done: Kind[] = []
  const all = Array.from({ length: FIFTY }, (_, i) => {
    const kind = pair[(i + seed) % 2] ?? pair[0]
    const act = KINDS[kind](Math.floor(i / 2))
    return { kind, act, work: plan(place, act) }
  })
  const before = place.digest()
  const outcomes = await Promise.all(
    all.map(async ({ kind, act, work }) => {
      if (kind !== pair[seed % 2]) await turns(seed * TURNS_A_ROUND)
      const outcome = await doAct(act, work)
      if (outcome.end === 'done') done.push(kind)
      return outcome
    }),
  )
  await promises.check(outcomes, place.digest() === before)
  for (const kind of pair)
    if (!AGAIN.includes(kind))
      expect(done.filter((one) => one === kind).length, kind).toBeLessThanOrEqual(MOST[kind] ?? 1)
  return done[0] ?? null
}

const pairsOf = (kinds: readonly Kind[]) => kinds.flatMap((a, i) => kinds.slice(i).map((b): [Kind, Kind] => [a, b]))
test.each(SCENES.map((scene) => [scene.stands, scene] as const))(
  'rules withdraw-steps, second-person, ordered-once: fifty at once about one request that is %s',
  { timeout: 120_000 },
  async (_, scene) => {
    for (const pair of pairsOf(scene.kinds)) {
      const first = new Set<Kind | null>()
      for (let seed = 0; seed < ROUNDS && new Set(pair).size > first.size; seed++)
        first.add(await race(scene, pair, seed))
      expect(first, pair.join(' and ')).toEqual(new Set(pair))
    }
  },
)
