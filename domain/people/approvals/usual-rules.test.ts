import { describe, expect, test } from 'vitest'
import {
  type Agreed,
  isSteep,
  type Ladder,
  type PastChange,
  steepLevel,
  steepSettings,
  usualLevel,
  usualPerson,
} from './usual-rules.ts'

const level = (id: string, blast_fee: number, requirement_blast: number) => ({ id, blast_fee, requirement_blast })
const [low, mid, top] = [level('low', 125, 0), level('mid', 300, 50), level('top', 900, 500)]
const was = (target: string, action: string, at: number, before: PastChange['before']) => ({
  target,
  action,
  at,
  before,
})
const ladder = (changes: PastChange[] = [], agreed: Agreed[] = [], levels = [low, mid, top]): Ladder => ({
  levels,
  setting: { price: 125, referral_percent: '10' },
  past: { changes, agreed },
})

describe('rule usual-price:', () => {
  test('three times the usual is not steep, one more is', () =>
    expect([isSteep(375, 125), isSteep(376, 125)]).toEqual([false, true]))
  test('of settings the price and the referral percent count, and what falls does not', () => {
    const steep = (price: number, percent: string, from = { price: 125, referral_percent: '10' }) =>
      steepSettings(from, { price, referral_percent: percent }, ladder().past)
    expect(steep(375, '30')).toEqual({})
    expect(steep(376, '31')).toEqual({ price: 125, referral_percent: 10 })
    // nothing is usual: a floor stands for it
    expect(steep(300, '15', { price: 0, referral_percent: '0' })).toEqual({})
    expect(steep(301, '16', { price: 0, referral_percent: '0' })).toEqual({ price: 100, referral_percent: 5 })
    expect(steep(900, '90', { price: 1_000, referral_percent: '100' })).toEqual({})
  })
  test('several steps of three times are measured by the least before them, until a second person agreed', () => {
    const steps = [was('settings', 'settings.update', 10, { price: 125 })]
    const judge = (agreed: Agreed[]) =>
      steepSettings(
        { price: 375, referral_percent: '10' },
        { price: 1_125, referral_percent: '10' },
        ladder(steps, agreed).past,
      )
    expect(judge([])).toEqual({ price: 125 })
    const yes = (payload: Agreed['payload'], subject = 'settings') => [{ kind: 'setting', subject, at: 10, payload }]
    expect(judge(yes({ price: 375 }))).toEqual({})
    // they agreed to something else
    expect(judge(yes({ second_person_above: 0 }))).toEqual({ price: 125 })
    expect(judge(yes({ price: 375 }, 'other'))).toEqual({ price: 125 })
  })
  test('a level is measured by itself, a new or sooner one by what is paid there', () => {
    const fee = (
      before: ReturnType<typeof level> | null,
      values: { blast_fee: number; requirement_blast: number },
      changes: PastChange[] = [],
      agreed: Agreed[] = [],
    ) => steepLevel(ladder(changes, agreed), { before, values, lowest: { before: low, after: low } }).fee
    expect(fee(top, { blast_fee: 2_700, requirement_blast: 500 })).toBeUndefined()
    expect(fee(top, { blast_fee: 2_701, requirement_blast: 500 })).toBe(900)
    expect(fee(top, { blast_fee: 800, requirement_blast: 600 })).toBeUndefined()
    // the same price for many more people
    expect(fee(top, { blast_fee: 900, requirement_blast: 49 })).toBe(125)
    expect(fee(top, { blast_fee: 900, requirement_blast: 50 })).toBeUndefined()
    expect(fee(null, { blast_fee: 375, requirement_blast: 49 })).toBeUndefined()
    expect(fee(null, { blast_fee: 376, requirement_blast: 49 })).toBe(125)
    expect(fee(null, { blast_fee: 2_700, requirement_blast: 501 })).toBeUndefined()
    // raised a moment ago: the least of the month counts
    expect(
      fee(mid, { blast_fee: 301, requirement_blast: 50 }, [was('mid', 'level.update', 1, { blast_fee: 100 })]),
    ).toBe(100)
    const dear = {
      kind: 'level',
      subject: 'mid',
      at: 1,
      payload: { before: { blast_fee: 100 }, values: { blast_fee: 300 } },
    }
    expect(
      fee(mid, { blast_fee: 301, requirement_blast: 50 }, [was('mid', 'level.update', 1, { blast_fee: 100 })], [dear]),
    ).toBeUndefined()
    const sooner = { ...dear, payload: { before: { blast_fee: 300 }, values: { blast_fee: 300 } } }
    expect(
      fee(
        mid,
        { blast_fee: 301, requirement_blast: 50 },
        [was('mid', 'level.update', 1, { blast_fee: 100 })],
        [sooner],
      ),
    ).toBe(100)
  })
  test('a level that is new itself is no measure, neither for itself nor for another one', () => {
    const made = [was('mid', 'level.create', 5, null)]
    expect(usualLevel(ladder(made), mid)).toBe(125)
    const lowest = { before: low, after: low }
    const beside = { before: null, values: { blast_fee: 900, requirement_blast: 60 }, lowest }
    expect(steepLevel(ladder(made), beside)).toEqual({ fee: 125 })
    expect(steepLevel(ladder(), beside)).toEqual({})
    const agreed = [{ kind: 'level', subject: 'mid', at: 5, payload: { before: null, values: { blast_fee: 300 } } }]
    expect(usualLevel(ladder(made, agreed), mid)).toBe(300)
  })
  test('the level that everybody begins with', () => {
    const gone = { before: low, values: null }
    expect(steepLevel(ladder(), { ...gone, lowest: { before: low, after: mid } })).toEqual({})
    expect(steepLevel(ladder(), { ...gone, lowest: { before: low, after: top } })).toEqual({ lowest: 125 })
    expect(
      steepLevel(ladder([], [], []), { before: null, values: null, lowest: { before: null, after: top } }),
    ).toEqual({ lowest: 125 })
  })
  test('a person is measured by fees of their own, and by their levels while they had none', () => {
    const own = (
      blast_fee: number | null,
      level_id: string,
      before: PastChange['before'][] = [],
      agreed: Agreed[] = [],
    ) =>
      usualPerson(
        ladder(
          before.map((one) => was('p', 'user.update', 1, one)),
          agreed,
        ),
        { id: 'p', blast_fee, level_id },
      )
    expect(own(null, 'mid')).toBe(300)
    expect(own(800, 'low')).toBe(800)
    expect(own(800, 'low', [{ blast_fee: 250 }])).toBe(250)
    expect(own(800, 'low', [{ blast_fee: null }])).toBe(125)
    expect(own(null, 'top', [{ level_id: 'mid' }])).toBe(300)
    expect(own(null, 'gone')).toBe(125)
    expect(own(800, 'low', [{ blast_fee: 250 }], [{ kind: 'price', subject: 'p', at: 1, payload: {} }])).toBe(800)
  })
})
