// What a member, staff, two admins, a dev who draws money too, and the bank may do about withdraws, as random acts.
import fc from 'fast-check'

/** Which of what is there: one that the act fits where `fits`, else any. */
type Pick = { n: number; fits: boolean }
export const MEMBERS = ['sari', 'budi', 'dev'] as const
/** The dev has a balance and decides: never about their own. */
export const OFFICE = ['staff', 'admin', 'other', 'dev'] as const
export type Member = (typeof MEMBERS)[number]
export type Office = (typeof OFFICE)[number]
const OUTCOMES = ['Dibayar', 'Gagal', ''] as const
export const ACTS = [
  'request',
  'cancel',
  'accept',
  'reject',
  'undo',
  'order',
  'prove',
  'ask-return',
  'answer',
  'freeze',
  'approve-batch',
  'release',
  'fetch',
  'result',
] as const
export type OneAct =
  | { do: 'request'; who: Member; nominal: number }
  | { do: 'cancel'; pick: Pick }
  | { do: 'accept' | 'reject' | 'undo'; who: Office; pick: Pick }
  | { do: 'order' | 'prove' | 'ask-return'; who: Office; pick: Pick }
  | { do: 'answer'; who: Office; pick: Pick; approve: boolean }
  | { do: 'freeze'; who: Office; picks: Pick[] }
  | { do: 'approve-batch' | 'release' | 'fetch'; who: Office; pick: Pick }
  | { do: 'result'; who: Office; pick: Pick; outcomes: (typeof OUTCOMES)[number][] }
/** both: at one moment, each reads before the other writes. again: the same press twice. later: hours pass. */
export type Act = OneAct | { do: 'both'; acts: [OneAct, OneAct] } | { do: 'again' } | { do: 'later'; hours: number }

const pick = fc.record({ n: fc.nat({ max: 30 }), fits: fc.integer({ min: 0, max: 9 }).map((n) => n > 0) })
const who = fc.constantFrom(...OFFICE)
const of = <T extends string>(...names: T[]) => fc.constantFrom(...names)
const weighed = (weight: number, arbitrary: fc.Arbitrary<OneAct>) => ({ weight, arbitrary })
const one: fc.Arbitrary<OneAct> = fc.oneof(
  weighed(
    6,
    fc.record({
      do: of('request'),
      who: fc.constantFrom(...MEMBERS),
      nominal: fc.constantFrom(9_999, 10_000, 15_000, 26_000, 60_000),
    }),
  ),
  weighed(2, fc.record({ do: of('cancel'), pick })),
  weighed(8, fc.record({ do: of('accept'), who, pick })),
  weighed(2, fc.record({ do: of('reject'), who, pick })),
  weighed(4, fc.record({ do: of('undo'), who, pick })),
  weighed(5, fc.record({ do: of('order'), who, pick })),
  weighed(3, fc.record({ do: of('prove'), who, pick })),
  weighed(5, fc.record({ do: of('ask-return'), who, pick })),
  weighed(7, fc.record({ do: of('answer'), who, pick, approve: fc.integer({ min: 0, max: 3 }).map((n) => n > 0) })),
  weighed(4, fc.record({ do: of('freeze'), who, picks: fc.array(pick, { minLength: 1, maxLength: 3 }) })),
  weighed(3, fc.record({ do: of('approve-batch'), who, pick })),
  weighed(2, fc.record({ do: of('release'), who, pick })),
  weighed(4, fc.record({ do: of('fetch'), who, pick })),
  weighed(
    4,
    fc.record({
      do: of('result'),
      who,
      pick,
      outcomes: fc.array(fc.constantFrom(...OUTCOMES), { minLength: 3, maxLength: 3 }),
    }),
  ),
)
export const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 20, arbitrary: one },
  { weight: 6, arbitrary: fc.record({ do: of('both'), acts: fc.tuple(one, one) }) },
  { weight: 2, arbitrary: fc.record({ do: of('again') }) },
  { weight: 1, arbitrary: fc.record({ do: of('later'), hours: fc.integer({ min: 1, max: 30 }) }) },
)
