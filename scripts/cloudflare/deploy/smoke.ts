// What a member would notice, tried against the real address right after a release: the page is served, someone can sign
// in, read and hear live events, and a runner is connected. The probe is a member who is there only meanwhile.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { RELEASE_HEADER } from '../../../contract/ground/release-header.ts'
import { hashPassword } from '../../../domain/people/auth/password.ts'
import { personSql } from '../../create-admin/admin.ts'
import type { RemoteDatabase } from './database.ts'
import { speaksOldTls } from './old-tls.ts'
import { ASK_AGAIN_MS } from './ready.ts'

export type Smoke = {
  /** The page's address; or the Worker's own, which serves no page. */
  origin: string
  isPage: boolean
  /** Of every call: which lead to the new version while the old one has the traffic. */
  headers: Record<string, string>
  database: RemoteDatabase
  /** Release that the page must show, and that must answer. */
  version: string
  /** false: the first release of ops who run the runners themselves. */
  needsRunner: boolean
  /** How long an address may need until it serves the new release. */
  patienceMs: number
}
/** release: that answered; null: one from before answers said it. */
type Answer = { status: number; release: string | null; json: Record<string, unknown> }
type Call = { method: string; path: string; token?: string; body?: object }

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

const ask = async ({ origin, headers }: Smoke, { method, path, token, body }: Call): Promise<Answer> => {
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      ...headers,
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  })
  const json = (await answer.json().catch(() => ({}))) as Record<string, unknown>
  return { status: answer.status, release: answer.headers.get(RELEASE_HEADER), json }
}

const opens = (address: string, headers: Record<string, string>): Promise<boolean> =>
  new Promise((done) => {
    // Node's own takes headers; the type is the browser's
    const Socket = WebSocket as unknown as new (url: string, options: { headers: Record<string, string> }) => WebSocket
    const socket = new Socket(address, { headers })
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
  const { origin, version } = smoke
  let token = ''
  const said = ({ status, json }: Answer): string => `answers ${status} ${JSON.stringify(json).slice(0, 200)}`
  /** What another release answers says nothing of this one. */
  const troubleIn = (answer: Answer, isRight: boolean): string | null => {
    if (answer.release !== null && answer.release !== version) return `${answer.release} still answers`
    return isRight ? null : said(answer)
  }
  const page: Step[] = [
    {
      name: 'the page is served, in this version',
      trouble: async () => {
        const answer = await fetch(origin, { signal: AbortSignal.timeout(20_000) })
        const html = await answer.text()
        return answer.ok && html.includes(`content="${version}"`) ? null : `answers ${answer.status}, not ${version}`
      },
    },
    {
      name: 'no TLS older than 1.2 is spoken',
      trouble: async () =>
        (await speaksOldTls(new URL(origin).hostname))
          ? 'set the zone’s Minimum TLS Version to 1.2 (docs/operations.md)'
          : null,
    },
  ]
  return [
    ...(smoke.isPage ? page : []),
    {
      name: 'the Worker is configured, and a runner is connected',
      trouble: async () => {
        const answer = await ask(smoke, { method: 'GET', path: '/health' })
        const trouble = troubleIn(answer, answer.status === 200 && answer.json['ok'] === true)
        if (trouble !== null) return trouble
        return smoke.needsRunner && !(Number(answer.json['runners']) > 0) ? 'no runner is connected' : null
      },
    },
    {
      name: 'a member signs in',
      trouble: async () => {
        await writeProbe(smoke.database, probe)
        const answer = await ask(smoke, { method: 'POST', path: '/auth/login', body: probe })
        token = String(answer.json['token'] ?? '')
        return troubleIn(answer, answer.status === 200 && token !== '')
      },
    },
    {
      name: 'reads their own data',
      trouble: async () => {
        const answer = await ask(smoke, { method: 'POST', path: '/auth/validate', token })
        return troubleIn(answer, answer.status === 200 && answer.json['isvalid'] === true)
      },
    },
    {
      name: 'an object writes a row, reads it and takes it back',
      trouble: async () => {
        const answer = await ask(smoke, { method: 'POST', path: '/auth/self-check', token })
        // a release that is put back may be from before there was one
        return answer.release === null && answer.status === 404 ? null : troubleIn(answer, answer.status === 200)
      },
    },
    {
      name: 'hears live events',
      trouble: async () => {
        const answer = await ask(smoke, { method: 'POST', path: '/auth/ws-ticket', token })
        const trouble = troubleIn(answer, answer.status === 200)
        if (trouble !== null) return trouble
        const address = `${origin.replace(/^http/, 'ws')}/api/ws?token=${encodeURIComponent(String(answer.json['ticket']))}`
        return (await opens(address, smoke.headers)) ? null : 'the websocket does not open'
      },
    },
    {
      name: 'signs out',
      trouble: async () => {
        const answer = await ask(smoke, { method: 'POST', path: '/auth/logout', token })
        return troubleIn(answer, answer.status === 200)
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
