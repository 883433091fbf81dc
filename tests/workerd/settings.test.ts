// The settings that admins change, and what the page knows of them before anybody signs in.
import { beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../contract/settings.ts'
import { ask } from './support/api.ts'
import { bound } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'

type Fail = { reason: string; msg: string; fields?: Record<string, string> }
let member: Person
let admin: Person
beforeAll(async () => {
  member = await makePerson('member')
  admin = await makePerson('admin')
})

/** tests/workerd/setup.ts asks nobody for a second factor. */
const HERE = { ...DEFAULT_SETTINGS, factor_required: false }

describe('settings', () => {
  const update = (body: object) =>
    ask<Fail & { setting: object }>('PUT', '/admin/setting/update', { token: admin.token, body })
  test('start at their defaults and keep what is sent', async () => {
    const first = await ask<{ setting: object }>('GET', '/admin/setting/get', { token: member.token })
    expect(first.json.setting).toEqual(HERE)
    await update({ info: 'Halo', staff_can_process: false, price: '120' })
    const then = await ask<{ setting: object }>('GET', '/admin/setting/get', { token: member.token })
    expect(then.json.setting).toEqual({ ...HERE, info: 'Halo', staff_can_process: false, price: 120 })
  })
  test.each([
    [{ interval_min: 99, interval_max: 5 }, 'interval_order'],
    [{ referral_percent: '101' }, 'invalid_input'],
    [{ referral_percent: '1.5' }, 'invalid_input'],
    [{ send_window_start: '8 pagi' }, 'invalid_input'],
    [{ price: -1 }, 'invalid_input'],
    [{ price: 'abc' }, 'invalid_input'],
  ])('refuse %j and stay as they were', async (body, reason) => {
    const { status, json } = await update(body)
    expect([status, json.reason]).toEqual([422, reason])
    expect(Object.keys(json.fields ?? {})).toHaveLength(1)
  })
})

test('the page knows its bot check and banks before sign-in, and nothing secret', async () => {
  const { json } = await ask('GET', '/public/config')
  expect(json).toMatchObject({
    sandbox: true,
    bankNames: ['BCA', 'MANDIRI', 'BRI'],
    turnstileSiteKey: 'site-key-of-the-tests',
  })
  expect(JSON.stringify(json)).not.toContain(bound.TURNSTILE_SECRET)
  expect((await ask('GET', '/health')).json).toMatchObject({ ok: true, runners: 0 })
})
