import { describe, expect, test } from 'vitest'
import type { Role, WebRoute } from '../../contract/people/role-table.ts'
import { afterSignin, elsewhere, signinStateOf } from './guards.ts'

const go = (route: WebRoute, role: Role | null, query = '') =>
  elsewhere(route, new URLSearchParams(query), role ? { id: 'u1', role } : null)

describe('who may open what', () => {
  test.each<[WebRoute, Role | null, string, string | null]>([
    ['/dashboard', null, '', '/signin'],
    ['/signin', null, 'registered=1', null],
    ['/signin', 'admin', '', '/dashboard'],
    ['/signup', 'member', '', null],
    ['/whatsapp', 'member', '', null],
    ['/whatsapp', 'staff', '', '/not-authorized'],
    ['/proxy', 'member', '', '/not-authorized'],
    ['/monitor/local', 'admin', '', '/not-authorized'],
    ['/monitor/local', 'dev', '', null],
    ['/dashboard', 'staff', '', '/withdraw/requested?page=1'],
    ['/validator', 'dev', '', '/validator/list'],
  ])('%s as %s (%s) leads to %s', (route, role, query, to) => expect(go(route, role, query)).toBe(to))

  test('a member edits only themselves, an admin anyone', () => {
    expect(go('/member/edit', 'member', 'id=u1')).toBeNull()
    expect(go('/member/edit', 'member', 'id=u2')).toBe('/not-authorized')
    expect(go('/member/edit', 'member')).toBe('/not-authorized')
    expect(go('/member/edit', 'admin', 'id=u2')).toBeNull()
  })

  test('rule screens-by-role: staff link accounts for checks only', () => {
    expect(go('/whatsapp/create', 'staff')).toBe('/not-authorized')
    expect(go('/whatsapp/create', 'staff', 'type=validator')).toBeNull()
  })
})

describe('where a sign-in leads', () => {
  test.each<[string | null, Role, string]>([
    [null, 'member', '/dashboard'],
    ['/whatsapp?page=2', 'member', '/whatsapp?page=2'],
    ['/proxy', 'member', '/dashboard'],
    ['/dashboard', 'staff', '/withdraw/requested?page=1'],
    ['/tidak/ada', 'admin', '/dashboard'],
  ])('from %s as %s to %s', (from, role, to) => expect(afterSignin(from, { id: 'u1', role })).toBe(to))

  test.each([null, 'x', { from: 'https://else.test/' }, { from: '//else.test/' }, { from: 7, why: 'left' }])(
    'and never off the page: %j',
    (state) => expect(signinStateOf(state)).toEqual({ why: null, from: null }),
  )
})
