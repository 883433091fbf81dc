// `npm run doctor` looks at an account of the double in which one thing is missing at a time.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Account, accountOf, readAccount, SCOPES } from '../../scripts/cloudflare/account.ts'
import { examine } from '../../scripts/cloudflare/doctor/examine.ts'
import type { Examined } from '../../scripts/cloudflare/doctor/examined.ts'
import { type Finding, isNeededAndMissing, lineOf } from '../../scripts/cloudflare/doctor/finding.ts'
import { resourcesOf, WranglerFile } from '../../scripts/cloudflare/environment.ts'
import { withLocks } from '../../scripts/cloudflare/locks.ts'
import { workerSecrets } from '../../scripts/cloudflare/secrets.ts'
import { freePort } from '../../scripts/stack/ports.ts'
import { root } from '../../scripts/stack/shell.ts'
import { startDouble } from './double/double.ts'
import { unpublished } from './published.ts'

const HOST = 'blast.example.com'
const base = new WranglerFile(join(root, 'wrangler.toml')).base()
const resources = resourcesOf(base, 'production')
const WORKER = resources.worker

type Double = Awaited<ReturnType<typeof startDouble>>
let dir: string
let double: Double
let account: Account
let hasDocker: boolean
const examined = (): Examined => ({
  name: 'production',
  account,
  base,
  resources,
  answers: {
    domain: HOST,
    turnstileSiteKey: '0x4AAAAAAAsitekey',
    mailFrom: 'kabar@example.com',
    containers: 'on',
    location: 'apac',
  },
  hasDocker: () => Promise.resolve(hasDocker),
})

const call = async (
  method: string,
  path: string,
  body: object,
): Promise<{ result: Record<string, string>; errors: object[] }> => {
  const {
    CLOUDFLARE_API_BASE_URL: address,
    CLOUDFLARE_API_TOKEN: token,
    CLOUDFLARE_ACCOUNT_ID: id,
  } = double.environment
  const answer = await fetch(`${address}/accounts/${id}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
    },
    body: body instanceof FormData ? body : JSON.stringify(body),
  })
  return (await answer.json()) as { result: Record<string, string>; errors: object[] }
}
const BINDINGS = [
  { type: 'd1', name: 'DB', id: 'd' },
  { type: 'r2_bucket', name: 'MEDIA', bucket_name: 'wa-blaster-media' },
  { type: 'analytics_engine', name: 'METRICS', dataset: 'wa_blaster' },
]
const upload = (bindings: readonly object[]) => {
  const form = new FormData()
  form.set('metadata', JSON.stringify({ main_module: 'index.js', bindings }))
  return call('PUT', `/workers/scripts/${WORKER}`, form)
}

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'wa-blaster-doctor-'))
  double = await startDouble(dir, freePort)
  account = accountOf(double.environment) as Account
  hasDocker = true
})
afterEach(async () => {
  await double.close()
  rmSync(dir, { recursive: true, force: true })
})

/** As setup and deploy leave an account. */
const makeAll = async (): Promise<void> => {
  const { offers } = double.state
  const zone = offers.addZone('example.com')
  zone.records.push({ id: 'r', type: 'CNAME', name: HOST, content: 'wa-blaster.pages.dev', proxied: true })
  offers.applications.push({ id: 'a', name: 'wa-blaster-runner', image: 'i', active: 1, errors: [] })
  await call('POST', '/d1/database', { name: resources.database })
  for (const name of resources.buckets) await call('POST', '/r2/buckets', { name })
  await call('PUT', `/r2/buckets/${resources.backups}/lock`, { rules: withLocks([]) })
  for (const queue_name of resources.queues) {
    const { result } = await call('POST', '/queues', { queue_name })
    await call('POST', `/queues/${result['queue_id']}/consumers`, { script_name: WORKER, type: 'worker' })
  }
  await call('PUT', '/workers/subdomain', { subdomain: 'op' })
  await upload(BINDINGS)
  const secrets = Object.fromEntries(workerSecrets('on').map((name) => [name, { text: 'x' }]))
  await call('PATCH', `/workers/scripts/${WORKER}/secrets-bulk`, { secrets })
  await call('PUT', `/workers/scripts/${WORKER}/schedules`, [{ cron: '* * * * *' }])
  await call('POST', '/pages/projects', { name: resources.page, production_branch: 'main' })
  await call('POST', `/pages/projects/${resources.page}/domains`, { name: HOST })
}
const of = (findings: readonly Finding[], what: string): Finding | undefined =>
  findings.find((one) => one.what === what)

test('an account that has everything: each thing is there, by calls that Cloudflare publishes', async () => {
  await makeAll()
  const asked = double.calls.length
  const findings = await examine(examined())
  expect(findings.filter(({ state }) => state !== 'there').map(lineOf)).toEqual([])
  expect(findings.map(({ what }) => what)).toEqual([
    'token',
    'wrangler.toml',
    'plan',
    'R2',
    'buckets',
    'locks of the backups',
    'database',
    'queues',
    'queue consumers',
    'workers.dev',
    'secrets',
    'secrets it runs without',
    'Worker',
    'Analytics Engine',
    'cron',
    'page',
    'zone',
    'DNS record',
    'certificate',
    'mail',
    'Docker',
    'containers',
  ])
  const calls = double.calls.slice(asked)
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([])
  expect(unpublished(calls)).toEqual([])
})

const script = () => double.state.scripts.get(WORKER)
const zone = () => double.state.offers.zones[0]
/** What is taken away, what is missing then, and the words that say why and what mends it. */
const CASES: [string, () => unknown, string, RegExp, RegExp][] = [
  ['the free plan', () => (double.state.offers.plan = 'free'), 'plan', /no Workers Paid/, /Plans/],
  ['R2 not enabled', () => (double.state.offers.hasR2 = false), 'R2', /not enabled/, /R2 Object Storage/],
  ['a bucket', () => double.state.buckets.pop(), 'buckets', /no wa-blaster-backups/, /run setup/],
  ['the locks', () => double.state.locks.clear(), 'locks of the backups', /lets backups be deleted/, /run setup/],
  ['the database', () => double.state.databases.pop(), 'database', /no wa-blaster/, /run setup/],
  ['a queue', () => double.state.queues.pop(), 'queues', /no wa-blaster-/, /run setup/],
  ['a consumer', () => double.state.queues[0]?.consumers.pop(), 'queue consumers', /read by nobody/, /run deploy/],
  [
    'the consumer of another Worker',
    () => Object.assign(double.state.queues[0]?.consumers[0] ?? {}, { script_name: 'other' }),
    'queue consumers',
    /is read by other/,
    /run deploy/,
  ],
  ['the name on workers.dev', () => (double.state.subdomain = null), 'workers.dev', /no name/, /run setup/],
  ['a ring', () => script()?.secrets.delete('VAULT_KEYS'), 'secrets', /no VAULT_KEYS/, /run setup/],
  ['a release', () => upload([]), 'Worker', /no release/, /run deploy/],
  ['the cron', () => Object.assign(script() ?? {}, { crons: [] }), 'cron', /not set/, /run deploy/],
  ['the page', () => double.state.projects.clear(), 'page', /no project/, /run setup/],
  [
    'the domain',
    () => double.state.projects.get('wa-blaster')?.domains.pop(),
    'certificate',
    /not a domain/,
    /run setup/,
  ],
  ['the zone', () => double.state.offers.zones.pop(), 'zone', /sees no zone/, /add the domain/],
  [
    'the nameservers',
    () => Object.assign(zone() ?? {}, { status: 'pending' }),
    'zone',
    /example.com is pending/,
    /ana.ns.cloudflare.com and bob.ns.cloudflare.com at the registrar/,
  ],
  ['the record', () => zone()?.records.pop(), 'DNS record', /has none/, /run setup/],
  [
    'a record of somebody else',
    () => Object.assign(zone()?.records[0] ?? {}, { type: 'A', content: '192.0.2.1' }),
    'DNS record',
    /leads elsewhere: A 192.0.2.1/,
    /CNAME to wa-blaster.pages.dev/,
  ],
  [
    'the certificate',
    () => zone()?.records.pop(),
    'certificate',
    /is pending \(CNAME record not set\)/,
    /DNS record first/,
  ],
  ['the sender', () => zone()?.senders.pop(), 'mail', /not onboarded/, /Email Sending/],
  [
    'the records of the sender',
    () => Object.assign(zone()?.senders[0] ?? {}, { enabled: false }),
    'mail',
    /may not send yet/,
    /DNS records/,
  ],
  ['Docker', () => (hasDocker = false), 'Docker', /does not run/, /--no-containers/],
  ['the application', () => double.state.offers.applications.pop(), 'containers', /no application/, /run deploy/],
  [
    'containers that start',
    () => Object.assign(double.state.offers.applications[0] ?? {}, { active: 0, errors: ['ImagePullError'] }),
    'containers',
    /none of wa-blaster-runner runs: ImagePullError/,
    /log/,
  ],
]
test.each(CASES)('without %s it is missing, with the step that mends it', async (_name, take, what, says, mend) => {
  await makeAll()
  await take()
  const findings = await examine(examined())
  const found = of(findings, what)
  expect(found).toMatchObject({
    state: 'missing',
    says: expect.stringMatching(says),
    mend: expect.stringMatching(mend),
  })
  expect(found && isNeededAndMissing(found)).toBe(true)
  expect(found && lineOf(found)).toMatch(/^✗ .*Next: /)
})

test('without Analytics Engine the Worker is taken without its binding alone, and the doctor says so', async () => {
  await makeAll()
  double.state.offers.hasAnalyticsEngine = false
  expect((await upload(BINDINGS)).errors).toMatchObject([{ code: 10_089 }])
  await upload(BINDINGS.slice(0, 2))
  const found = of(await examine(examined()), 'Analytics Engine')
  expect(found).toMatchObject({ state: 'missing', isOptional: true, says: expect.stringContaining('without it') })
  expect(found && lineOf(found)).toMatch(/^- /)
  expect(found && isNeededAndMissing(found)).toBe(false)
  double.state.offers.hasR2 = false
  expect((await upload(BINDINGS.slice(0, 2))).errors).toMatchObject([{ code: 10_136 }])
})

const RIGHTS: [string, string][] = [
  ['d1', SCOPES.database],
  ['r2', SCOPES.buckets],
  ['queues', SCOPES.queues],
  ['workers', SCOPES.worker],
  ['pages', SCOPES.page],
  ['containers', SCOPES.containers],
  ['zones', SCOPES.zone],
  ['dns_records', SCOPES.dns],
]
test.each(RIGHTS)('a token that may not read %s: that cannot be told, and the right is named', async (area, scope) => {
  await makeAll()
  double.forbidden.add(area)
  const findings = await examine(examined())
  expect(of(findings, 'token')).toMatchObject({ state: 'missing', says: expect.stringContaining(scope) })
  const others = findings.filter(({ what }) => what !== 'token')
  expect(others.filter(({ state }) => state === 'missing')).toEqual([])
  const unknown = others.filter(({ state }) => state === 'unknown')
  expect(unknown.length).toBeGreaterThan(0)
  for (const finding of unknown) expect(lineOf(finding)).toMatch(/^\? .*cannot be told, the token lacks /)
})

test('rights to look that setup does without: nothing is missing for them', async () => {
  await makeAll()
  double.forbidden.add('subscriptions').add('email')
  const findings = await examine(examined())
  expect(findings.filter(isNeededAndMissing)).toEqual([])
  expect(of(findings, 'plan')?.says).toBe('cannot be told, the token lacks Account · Billing · Read')
  expect(of(findings, 'mail')?.says).toBe('cannot be told, the token lacks Zone · Email Sending · Read')
})

test('a call that fails tells nothing of its thing', async () => {
  await makeAll()
  double.faults.push({ method: 'GET', path: /\/queues$/, status: 400, isDone: false })
  const found = of(await examine(examined()), 'queues')
  expect(found).toMatchObject({ state: 'unknown', says: expect.stringContaining('Cloudflare does not say') })
})

test('an empty account, before setup: what somebody must enable is told, and what setup makes', async () => {
  double.state.offers.hasR2 = false
  const findings = await examine({ ...examined(), answers: null })
  expect(of(findings, 'R2')?.state).toBe('missing')
  expect(of(findings, 'wrangler.toml')).toMatchObject({ state: 'missing', mend: 'npm run setup -- --env production' })
  expect(of(findings, 'Analytics Engine')).toMatchObject({ state: 'unknown' })
  // no right is missing, though R2 is refused with the same status
  expect(of(findings, 'token')?.state).toBe('there')
  await expect(readAccount(account, resources)).rejects.toThrow('R2 is not enabled in this account')
})

test('a token that Cloudflare refuses', async () => {
  account = accountOf({ ...double.environment, CLOUDFLARE_API_TOKEN: 'wrong' }) as Account
  await expect(examine(examined())).rejects.toThrow('Cloudflare refuses this token')
})
