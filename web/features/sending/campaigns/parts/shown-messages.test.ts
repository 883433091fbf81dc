// Whose message with which template the form of a draft shows (rule campaign-variants).
import { expect, test } from 'vitest'
import { variantOf } from '../../../../../contract/sending/variants.ts'
import { shownMessages } from './shown-messages.ts'

const CAMPAIGN = 1_796_000_000
const variant = (id: string, weight: number | null = 1, topic = '') => ({ id, weight, topic })
const person = (id: number, more: object = {}) => ({ id, number: `6281${id}`, name: '', fields: {}, ...more })
const A = variant('a')
const B = variant('b')
const people = Array.from({ length: 10 }, (_, i) => person(i + 1))
const pairs = (...given: Parameters<typeof shownMessages<typeof A>>) =>
  shownMessages(...given).shown.map((one) => [one.person.id, one.template.id])

test('rule campaign-variants: a saved draft shows each person the template that the sending chooses, not one in turn', () => {
  const sides = people.map(
    ({ id }) =>
      variantOf(
        [A, B].map(({ id: of }) => ({ id: of, weight: 1 })),
        CAMPAIGN,
        id,
      )?.id,
  )
  const same = people.filter((_, i) => sides[i] === sides[0])
  // three who get the same, whom places in a list would give two templates
  expect(pairs([A, B], same, CAMPAIGN)).toEqual(same.slice(0, 3).map(({ id }) => [id, sides[0]]))
  expect(pairs([A, B], people, CAMPAIGN)).toEqual(people.slice(0, 3).map(({ id }, i) => [id, sides[i]]))
})
test('of one that is not saved, or whose weights are not typed yet, each template stands once and nobody is said to get it', () => {
  expect(shownMessages([A, B], people, null)).toMatchObject({
    isChosen: false,
    shown: [
      { person: { id: 1 }, template: A },
      { person: { id: 2 }, template: B },
    ],
  })
  expect(shownMessages([A, variant('b', null)], people, CAMPAIGN).isChosen).toBe(false)
  expect(shownMessages([A, B], [], null).shown).toEqual([])
})
test('one template goes to everybody, whatever its weight', () => {
  expect(shownMessages([variant('a', null)], people, null)).toMatchObject({ isChosen: true, shown: { length: 3 } })
})
test('who may not be sent to is not shown, nor a topic to somebody who refuses it', () => {
  const sale = variant('sale', 100, 'Promo')
  const list = [person(1, { may: false }), person(2, { off: ['Promo'] }), person(3, { off: [] })]
  expect(pairs([sale, variant('b', 1)], list, CAMPAIGN)[0]).toEqual([2, 'b'])
  expect(pairs([sale], list, null)).toEqual([[3, 'sale']])
  expect(pairs([sale, B], list, null)).toEqual([
    [3, 'sale'],
    [3, 'b'],
  ])
})
