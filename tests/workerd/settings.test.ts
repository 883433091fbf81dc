// The settings that admins change, and what the page knows of them before anybody signs in.
import { beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_SETTINGS, DEFAULT_SETTINGS } from '../../contract/settings.ts'
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

test.each(['member', 'staff'] as const)(
  'rule admin-settings: a %s reads none of those that say above what somebody looks, or where troubles are told',
  async (role) => {
    const secret = {
      second_person_above: 123_000,
      decider_day_limit: 456_000,
      second_person_fee_above: 789,
      fraud_list_score: 41,
      fraud_hold_score: 97,
      alert_email: 'siaga@tests.example',
      alert_webhook_url: 'https://siaga.example/x',
    }
    const [who, saved] = [
      await makePerson(role),
      await ask('PUT', '/admin/setting/update', { token: admin.token, body: secret }),
    ]
    expect(saved.status).toBe(200)
    const read = (by: Person) => ask<{ setting: object }>('GET', '/admin/setting/get', { token: by.token })
    expect((await read(admin)).json.setting).toMatchObject(secret)
    const theirs = (await read(who)).json.setting
    expect(theirs).toMatchObject(Object.fromEntries(ADMIN_SETTINGS.map((key) => [key, DEFAULT_SETTINGS[key]])))
    for (const value of Object.values(secret)) expect(Object.values(theirs)).not.toContain(value)
  },
)
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
