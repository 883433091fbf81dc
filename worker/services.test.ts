import { afterEach, expect, test, vi } from 'vitest'
import { here } from '../domain/ground/tally/here.ts'
import { hasMail, sendMail } from './services.ts'
import type { Env } from './env.ts'

const mail = { to: 'siti@example.com', subject: 'Uji', text: 'Uji' }
/** As Cloudflare's binding refuses: an error with a code. */
const refusing = (code: string | null): Env =>
  ({
    MAIL_FROM: 'kabar@example.com',
    EMAIL: {
      send: async () => {
        if (code !== null) throw Object.assign(new Error('refused'), { code })
      },
    },
  }) as unknown as Env

afterEach(() => vi.useRealTimers())

test('rule troubles: a mail is counted by why it was not taken, and nobody hears of it', async () => {
  const told = vi.spyOn(console, 'log').mockReturnValue()
  here.take()
  const counted = async (code: string | null): Promise<unknown> => {
    const sent = await sendMail(refusing(code), mail)
    return [sent, here.take()]
  }
  expect(await counted(null)).toEqual([true, { 'wa_mails_total|result=sent': 1 }])
  expect(await counted('E_SENDER_NOT_VERIFIED')).toEqual([false, { 'wa_mails_total|result=sender': 1 }])
  expect(await counted('E_SENDER_DOMAIN_NOT_AVAILABLE')).toEqual([false, { 'wa_mails_total|result=sender': 1 }])
  expect(await counted('E_RATE_LIMIT_EXCEEDED')).toEqual([false, { 'wa_mails_total|result=failed': 1 }])
  expect(told.mock.calls.map(([line]) => (JSON.parse(String(line)) as { code?: string }).code)).toContain(
    'E_SENDER_NOT_VERIFIED',
  )
  expect([hasMail({} as Env), await sendMail({} as Env, mail)]).toEqual([false, false])
})

test('rule troubles: a mail that is not taken in ten seconds counts as failed, and holds up nobody', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'log').mockReturnValue()
  here.take()
  const hangs = { EMAIL: { send: () => new Promise(() => {}) } } as unknown as Env
  const sent = sendMail(hangs, mail)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await sent).toBe(false)
  expect(here.take()).toEqual({ 'wa_mails_total|result=failed': 1 })
})
