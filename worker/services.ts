// External services that routes call: the bot check and the mail.
import { Refusal } from '../contract/ground/errors.ts'
import type { Mail } from '../domain/people/notices/mail.ts'
import { inTime } from '../domain/record/journal/bucket.ts'
import { here } from '../domain/ground/tally/here.ts'
import type { Env } from './env.ts'
import { errorFields, log } from './log.ts'

const VERIFY_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'
export const TURNSTILE_SCRIPT_URL = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'
const WAIT_MS = 10_000

/** @throws Refusal overloaded when the check itself cannot be reached. */
export const isHuman = async (
  env: Env,
  { response, action, address }: { response: string; action: 'register' | 'login'; address: string },
): Promise<boolean> => {
  if (response.length > 2_048) return false
  try {
    const answer = await fetch(env.TURNSTILE_VERIFY_URL ?? VERIFY_URL, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret: env.TURNSTILE_SECRET, response, ...(address ? { remoteip: address } : {}) }),
      // led elsewhere, the secret would be told there
      redirect: 'manual',
      signal: AbortSignal.timeout(WAIT_MS),
    })
    const verdict: { success?: unknown; action?: unknown } = await answer.json()
    // Cloudflare's keys for tests name no action; production takes only our own
    const unnamed = env.APP_ENV !== 'production' && (verdict.action ?? '') === ''
    return verdict.success === true && (verdict.action === action || unnamed)
  } catch (error) {
    log.error('bot check unreachable', errorFields(error))
    throw new Refusal('overloaded')
  }
}

/** Whether this deployment has a way to send mail. */
export const hasMail = (env: Pick<Env, 'SANDBOX_URL' | 'EMAIL'>): boolean => Boolean(env.SANDBOX_URL ?? env.EMAIL)

/** Its domain is not verified or not onboarded: no mail leaves until somebody mends that, no matter whom it is to (Cloudflare's codes of Email Service). */
const isOfSender = (reason: unknown): boolean =>
  String((reason as { code?: unknown } | null)?.code).startsWith('E_SENDER_')

const post = (env: Env, mail: Mail): Promise<unknown> | undefined =>
  env.SANDBOX_URL
    ? fetch(`${env.SANDBOX_URL}/sandbox/mail`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(mail),
        redirect: 'manual',
        signal: AbortSignal.timeout(WAIT_MS),
      })
    : env.EMAIL &&
      // it has no limit of its own, and callers wait for its answer: the mails behind it, and who asked for one
      inTime(
        'the mail binding',
        WAIT_MS,
        env.EMAIL.send({ from: env.MAIL_FROM ?? 'no-reply@localhost.localdomain', ...mail }),
      )
/**
 * Sends to the sandbox's mailbox where there is one, else by the mail binding. Never throws, so that no answer shows whether an email is known.
 * @returns false when it was not taken in time; it may still leave
 */
export const sendMail = async (env: Env, mail: Mail): Promise<boolean> => {
  if (!hasMail(env)) {
    log.error('mail not sent', { detail: 'no mail binding' })
    return false
  }
  try {
    await post(env, mail)
    here.add('wa_mails_total', { result: 'sent' })
    return true
  } catch (error) {
    log.error('mail not sent', errorFields(error))
    here.add('wa_mails_total', { result: isOfSender(error) ? 'sender' : 'failed' })
    return false
  }
}
