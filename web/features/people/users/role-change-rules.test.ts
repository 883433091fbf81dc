import { expect, test } from 'vitest'
import { mayOpen } from '../../../../contract/people/role-table.ts'
import { memberTexts } from '../../../texts/indonesian.ts'
import { roleChange } from './role-change-rules.ts'

test('rule role-question: the question before a change names what is gained and what is lost', () => {
  expect(roleChange('member', 'staff')).toEqual({ gains: ['pay', 'check'], loses: ['lend', 'withdraw'] })
  expect(roleChange('staff', 'admin')).toEqual({ gains: ['manage'], loses: [] })
  expect(roleChange('admin', 'member')).toEqual({ gains: ['lend', 'withdraw'], loses: ['pay', 'check', 'manage'] })
  expect(roleChange('admin', 'admin')).toEqual({ gains: [], loses: [] })
})
test('the abilities agree with the screens that the roles may open', () => {
  const { gains } = roleChange('member', 'admin')
  expect(gains.includes('pay')).toBe(
    mayOpen('/withdraw/requested', 'admin') && !mayOpen('/withdraw/requested', 'member'),
  )
  expect(gains.includes('check')).toBe(mayOpen('/generator/list', 'admin') && !mayOpen('/generator/list', 'member'))
  expect(gains.includes('manage')).toBe(mayOpen('/settings', 'admin') && !mayOpen('/settings', 'staff'))
  expect(roleChange('admin', 'dev').gains.includes('watch')).toBe(
    mayOpen('/monitor/socket', 'dev') && !mayOpen('/monitor/socket', 'admin'),
  )
  expect(Object.keys(memberTexts.may)).toEqual(['lend', 'withdraw', 'pay', 'check', 'manage', 'watch'])
})
