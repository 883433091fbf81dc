// Calls of sign-ins by two steps, and people who have a code app or a passkey.
import { codeOf, stepsAt } from '../../../domain/people/factors/totp.ts'
import { ask, call } from './api.ts'
import { authenticator } from './authenticator.ts'
import { all, run } from './database.ts'
import { makePerson, PASSWORD, type Person } from './people.ts'

export type Answer = {
  reason?: string
  token?: string
  ticket: string
  ways?: string[]
  options: { challenge: string; allowCredentials?: { id: string }[] }
  secret: string
  uri: string
  recovery_codes: string[] | null
  fields?: Record<string, string>
}
export type Security = {
  totp: boolean
  passkeys: { id: string; name: string; synced: boolean; usedAt: string | null }[]
  recovery_left: number
  required: boolean
  sign_ins: { id: string; device: string; country: string | null; current: boolean }[]
}
export const CHROME = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'
export const post = (path: string, who: Person | null, body: object = {}, method = 'POST') =>
  ask<Answer>(method, path, { token: who?.token, body })
export const login = (who: Person, headers: Record<string, string> = {}) =>
  ask<Answer>('POST', '/auth/login', { body: { email: who.email, password: PASSWORD }, headers })
export const step = (body: object) => post('/auth/login/factor', null, body)
export const security = async (who: Person) => (await ask<Security>('GET', '/auth/security', { token: who.token })).json
export const valid = async (token: string | undefined) => (await call('POST', '/auth/validate', { token })).status
export const old = (who: Person) => run('update sessions set proved_at = 1 where user_id = ?', who.id)
export const notices = (who: Person) =>
  all<{ kind: string; data: string }>('select kind, data from notices where user_id = ? order by id', who.id)

/** Codes are good for one use, and a test needs many: the one spent last is forgotten. */
export const freshCode = async (who: Person, secret: string): Promise<string> => {
  await run('update totp_secrets set last_step = 0 where user_id = ?', who.id)
  return codeOf(secret, stepsAt(Date.now())[0] ?? 0)
}
export const withTotp = async (role: Person['role'] = 'member') => {
  const who = await makePerson(role)
  const { json: begun } = await post('/auth/totp', who)
  const code = await codeOf(begun.secret, stepsAt(Date.now())[0] ?? 0)
  const { json } = await post('/auth/totp/confirm', who, { code })
  return { who, secret: begun.secret, codes: json.recovery_codes ?? [] }
}

export const withPasskey = async (role: Person['role'] = 'member') => {
  const who = await makePerson(role)
  const device = await authenticator()
  const { json } = await post('/auth/passkeys/options', who)
  const passkey = await device.create(json.options.challenge)
  const added = await post('/auth/passkeys', who, { ticket: json.ticket, passkey, name: 'Ponsel' })
  return { who, device, codes: added.json.recovery_codes ?? [], status: added.status }
}
/** @returns the new token */
export const proved = async (who: Person, body: object): Promise<string> => {
  const { status, json } = await post('/auth/prove', who, body)
  if (status !== 200 || !json.token) throw new Error(`no proof: ${json.reason}`)
  return json.token
}
