// What a member would notice, tried against the real address right after a release: the page is served, someone can sign
// in, read and hear live events, and a runner is connected. The probe is a member who is there only meanwhile.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashPassword } from '../../../domain/auth/password.ts'
import { personSql } from '../../create-admin/admin.ts'
import type { RemoteDatabase } from './database.ts'
import { speaksOldTls } from './old-tls.ts'
import { ASK_AGAIN_MS } from './ready.ts'

export type Smoke = {
  origin: string
  database: RemoteDatabase
  /** Release that the page must show. */
  version: string
  /** false: the first release of ops who run the runners themselves. */
  needsRunner: boolean
  /** How long an address may need until it serves the new release. */
  patienceMs: number
}
type Answer = { status: number; json: Record<string, unknown> }

type Probe = { email: string; password: string }
/**
 * Another email each time: after five failures an email is refused for a quarter of an hour, and the smoke test of the
 * rollback that follows a failed one must be able to sign in.
 */
const newProbe = (): Probe => ({
  email: `probe-${randomBytes(6).toString('hex')}@release.invalid`,
  password: randomBytes(24).toString('base64url'),
})
const writeProbe = async (database: RemoteDatabase, { email, password }: Probe): Promise<void> => {
  const passwordHash = await hashPassword(password)
  await database.query(personSql({ email, name: 'Probe Release', passwordHash, role: 'member' }, Date.now()))
}
/**
 * It has done nothing but sign in and out. What the security record says of that stays where there are people: the record is append-only, and
 * an email that left no trace there would be one to sign up with.
 */
const deleteProbe = async (database: RemoteDatabase, { email }: Probe): Promise<void> => {
  await database.query('delete from sessions where user_id = (select id from users where email = ?1)', [email])
  await database.query('delete from users where email = ?1', [email])
}

const ask = async (origin: string, method: string, path: string, token?: string, body?: object): Promise<Answer> => {
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  })
  return { status: answer.status, json: (await answer.json().catch(() => ({}))) as Record<string, unknown> }
}

const opens = (address: string): Promise<boolean> =>
  new Promise((done) => {
    const socket = new WebSocket(address)
    const timer = setTimeout(() => finish(false), 20_000)
    const finish = (opened: boolean): void => {
      clearTimeout(timer)
      socket.close()
      done(opened)
    }
    socket.addEventListener('open', () => finish(true))
    socket.addEventListener('error', () => finish(false))
  })

type Step = { name: string; trouble: () => Promise<string | null> }
const steps = (smoke: Smoke, probe: Probe): Step[] => {
  const { origin } = smoke
  let token = ''
  const said = ({ status, json }: Answer): string => `answers ${status} ${JSON.stringify(json).slice(0, 200)}`
  return [
    {
      name: 'the page is served, in this version',
      trouble: async () => {
        const answer = await fetch(origin, { signal: AbortSignal.timeout(20_000) })
        const html = await answer.text()
        return answer.ok && html.includes(`content="${smoke.version}"`)
          ? null
          : `answers ${answer.status}, not ${smoke.version}`
      },
    },
    {
      name: 'no TLS older than 1.2 is spoken',
      trouble: async () =>
        (await speaksOldTls(new URL(origin).hostname))
          ? 'set the zone’s Minimum TLS Version to 1.2 (docs/operations.md)'
          : null,
    },
    {
      name: 'the Worker is configured, and a runner is connected',
      trouble: async () => {
        const answer = await ask(origin, 'GET', '/health')
        if (answer.status !== 200 || answer.json['ok'] !== true) return said(answer)
        return smoke.needsRunner && !(Number(answer.json['runners']) > 0) ? 'no runner is connected' : null
      },
    },
    {
      name: 'a member signs in',
      trouble: async () => {
        await writeProbe(smoke.database, probe)
        const answer = await ask(origin, 'POST', '/auth/login', undefined, probe)
        token = String(answer.json['token'] ?? '')
        return answer.status === 200 && token !== '' ? null : said(answer)
      },
    },
    {
      name: 'reads their own data',
      trouble: async () => {
        const answer = await ask(origin, 'POST', '/auth/validate', token)
        return answer.status === 200 && answer.json['isvalid'] === true ? null : said(answer)
      },
    },
    {
      name: 'hears live events',
      trouble: async () => {
        const answer = await ask(origin, 'POST', '/auth/ws-ticket', token)
        if (answer.status !== 200) return said(answer)
        const address = `${origin.replace(/^http/, 'ws')}/api/ws?token=${encodeURIComponent(String(answer.json['ticket']))}`
        return (await opens(address)) ? null : 'the websocket does not open'
      },
    },
    {
      name: 'signs out',
      trouble: async () => {
        const answer = await ask(origin, 'POST', '/auth/logout', token)
        return answer.status === 200 ? null : said(answer)
      },
    },
  ]
}

/** One line a step. false: something is wrong, and the steps after it were not tried. */
export const smokeTest = async (smoke: Smoke, tell: (line: string) => void): Promise<boolean> => {
  const probe = newProbe()
  const deadline = Date.now() + smoke.patienceMs
  try {
    for (const step of steps(smoke, probe)) {
      const tryOnce = (): Promise<string | null> =>
        step.trouble().catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
      let trouble = await tryOnce()
      while (trouble !== null && Date.now() < deadline) {
        await sleep(ASK_AGAIN_MS)
        trouble = await tryOnce()
      }
      tell(trouble === null ? `  ✓ ${step.name}` : `  ✗ ${step.name}: ${trouble}`)
      if (trouble !== null) return false
    }
    return true
  } finally {
    await deleteProbe(smoke.database, probe).catch((error: unknown) =>
      tell(`  the probe could not be deleted: ${String(error)}`),
    )
  }
}
