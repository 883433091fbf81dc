// What is said of a campaign's templates while their figures are on their way.
import { expect, test } from 'vitest'
import { ofTemplate } from './course-figures.ts'

const hour = (template_id: string, success: number) => ({
  hour: '2026-11-30T01:00:00.000Z',
  template_id,
  success,
  fail: 0,
  unknown: 0,
  delivered: 0,
  read: 0,
  answered: 0,
})
test('what is not known yet is no zero, and what is known adds up by template', () => {
  expect(ofTemplate(undefined, 'a', 'success')).toBeNull()
  expect(ofTemplate([], 'a', 'success')).toBe(0)
  expect(ofTemplate([hour('a', 2), hour('b', 5), hour('a', 1)], 'a', 'success')).toBe(3)
})
