import { describe, expect, test } from 'vitest'
import { pickTemplate } from './pick-template-rules.ts'

describe('rule template-choice: the one that was used least, ties by id', () => {
  const templates = [
    { id: 'c', countUse: 1 },
    { id: 'b', countUse: 1 },
    { id: 'a', countUse: 2 },
  ]
  test.each([
    ['as the list counts', {}, 'b'],
    ['with what was used since it was counted', { b: 1 }, 'c'],
    ['all the same: by id', { b: 1, c: 1 }, 'a'],
    ['of others nothing is counted', { x: 9 }, 'b'],
  ])('%s', (_, uses, id) => expect(pickTemplate(templates, uses)?.id).toBe(id))
  test('none without templates', () => expect(pickTemplate([], {})).toBeNull())
})
