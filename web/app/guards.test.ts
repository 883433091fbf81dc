import { describe, expect, test } from 'vitest'
import type { Role, WebRoute } from '../../contract/role-table.ts'
import { elsewhere } from './guards.ts'

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
