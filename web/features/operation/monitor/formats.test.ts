import { expect, test } from 'vitest'
import { formatOf } from './formats.ts'

test.each([
  [null, 'string'],
  ['0', 'string'],
  ['string', 'string'],
  ['1', 'JsonViewer'],
  ['JsonViewer', 'JsonViewer'],
  ['2', 'JSONTree'],
  ['JSONTree', 'JSONTree'],
  ['3', 'string'],
])('type %s is %s', (type, format) => expect(formatOf(type)).toBe(format))
