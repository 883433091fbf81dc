import { expect, test } from 'vitest'
import { AUDIT_ACTIONS, AUDIT_AREAS } from '../../../../contract/record/audit.ts'
import { auditTexts } from '../../../texts/indonesian.ts'

test('rule audit-log: every kind of action has words', () => {
  expect(AUDIT_AREAS.filter((area) => !auditTexts.areas[area])).toEqual([])
  expect(
    Object.values(AUDIT_ACTIONS)
      .flat()
      .filter((verb) => !auditTexts.verbs[verb]),
  ).toEqual([])
})
