import { expect, test } from 'vitest'
import { caretIn, regrouped } from './grouping-rules.ts'

test.each([
  ['', '1', '1'],
  ['150', '1500', '1.500'],
  ['1.500', '1.5000', '15.000'],
  ['150.000', '150.00', '15.000'],
  ['1.500', '1500', '1.500'],
  ['15.000', '15.900', '15.900'],
  ['', '25000', '25.000'],
  ['', '12.500', '12.500'],
  ['1', '', ''],
  ['', '007', '7'],
  // what could mean something else is left for the field to refuse
  ['10', '10.', '10.'],
  ['10.', '10.5', '10.5'],
  ['150.000', '10000.5', '10000.5'],
  ['', '10,5', '10,5'],
  ['1', '1e', '1e'],
  ['', 'Rp 25.000', 'Rp 25.000'],
])('%j, then %j: %j', (before, typed, shown) => expect(regrouped(before, typed)).toBe(shown))

test.each([
  ['1.500', 0, 5],
  ['15.000', 3, 3],
  ['15.000', 2, 4],
  ['1.500', 4, 0],
])('in %j with %i digits to its right the caret stands at %i', (text, digits, at) =>
  expect(caretIn(text, digits)).toBe(at),
)
