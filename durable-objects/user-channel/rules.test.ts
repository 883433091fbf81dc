import { expect, test } from 'vitest'
import { isAbout } from './rules.ts'

test('an event is about an account by any of its names, and about the account that sends it', () => {
  const event = { event: 'stop', payload: { deviceId: 'client-u', whatsappId: 'acc-1', clientId: 'wa-1' } } as const
  for (const name of ['client-u', 'acc-1', 'wa-1']) expect(isAbout(event, name)).toBe(true)
  expect(isAbout(event, 'acc-2')).toBe(false)
})
