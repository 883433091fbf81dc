// `npm run setup` with the real wrangler and Cloudflare's own client against the double: from an empty account.
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOp, type Op } from '../cloudflare/op.ts'
import { ANSWERS, secretOf, setup, writes } from '../cloudflare/setup-run.ts'

let op: Op
beforeAll(async () => {
  op = await newOp()
})
afterAll(() => op.close())

test('a plan without a token names every resource and touches nothing', async () => {
  const before = readFileSync(join(op.repository, 'wrangler.toml'), 'utf8')
  const { code, output } = await setup(op, ['--env', 'production', '--plan'], { CLOUDFLARE_API_TOKEN: undefined })
  expect(code, output).toBe(0)
  for (const word of ['wa-blaster-settlements-dead', 'R2 bucket', 'Pages project', 'SUPPRESSION_KEYS', 'D1 · Edit'])
    expect(output).toContain(word)
  expect(readFileSync(join(op.repository, 'wrangler.toml'), 'utf8')).toBe(before)
  expect(op.double.calls).toEqual([])
})

test('a token without a right is told which, before anything is made', async () => {
  op.double.forbidden.add('queues').add('pages')
  const { code, output } = await setup(op, ['--env', 'production', ...ANSWERS])
  op.double.forbidden.clear()
  expect(code).toBe(1)
  expect(output).toContain('the token lacks: Account · Queues · Edit, Account · Cloudflare Pages · Edit')
  op.double.forbidden.add('dns_records')
  const zone = await setup(op, ['--env', 'production', ...ANSWERS])
  op.double.forbidden.clear()
  expect(zone.output).toMatch(
    /the token lacks: Zone · DNS · Edit\nNothing was made\. Then go on: npm run setup -- --env/,
  )
  expect(writes(op)).toEqual([])
})

test('what somebody must enable is told, before anything is made', async () => {
  op.double.state.offers.hasR2 = false
  const { code, output } = await setup(op, ['--env', 'production', ...ANSWERS])
  op.double.state.offers.hasR2 = true
  expect(code).toBe(1)
  expect(output).toContain('R2 is not enabled in this account: enable it in the dashboard')
  expect(writes(op)).toEqual([])
})

test('what only a person knows is asked for, and nothing is made without it', async () => {
  const { code, output } = await setup(op, ['--env', 'production', '--domain', 'blast.example.com'])
  expect(code).toBe(1)
  expect(output).toContain('--turnstile-site-key')
  expect(writes(op)).toEqual([])
})

test('from nothing: resources, secrets kept before they are uploaded, and the part of wrangler.toml', async () => {
  const { code, output } = await setup(op, ['--env', 'production', ...ANSWERS])
  expect(code, output).toBe(0)
  const { state } = op.double
  expect(state.databases).toMatchObject([{ name: 'wa-blaster', location: 'apac', replication: 'auto' }])
  expect(state.buckets).toEqual(['wa-blaster-media', 'wa-blaster-backups'])
  const age = (prefix: string, days: number) => ({
    enabled: true,
    prefix,
    condition: { type: 'Age', maxAgeSeconds: days * 86_400 },
  })
  expect(state.locks.get('wa-blaster-backups')).toMatchObject([
    age('backup/2', 35),
    age('journal/stops/', 8),
    age('journal/settled/', 8),
    age('journal/claims/', 8),
  ])
  expect([...state.locks.keys()]).toEqual(['wa-blaster-backups'])
  expect(state.queues.map((queue) => queue.name).toSorted()).toEqual([
    'wa-blaster-imports',
    'wa-blaster-imports-dead',
    'wa-blaster-settlements',
    'wa-blaster-settlements-dead',
  ])
  expect(state.projects.get('wa-blaster')?.domains).toEqual(['blast.example.com'])
  expect(state.offers.zones[0]?.records).toMatchObject([
    { type: 'CNAME', name: 'blast.example.com', content: 'wa-blaster.pages.dev', proxied: true },
  ])
  const file = join(op.repository, '.escrow/production.json')
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const { BACKUP_PRIVATE_KEY, ...uploaded } = kept
  // what opens the backups is not where they are made
  expect(BACKUP_PRIVATE_KEY).toMatch(/^[\w+/]{100,}=*$/)
  expect(Object.fromEntries(state.scripts.get('wa-blaster-api')?.secrets ?? [])).toEqual(uploaded)
  for (const ring of ['RUNNER_KEYS', 'LINK_KEYS', 'SUPPRESSION_KEYS', 'VAULT_KEYS', 'VAPID_KEYS', 'RECORD_KEYS'])
    expect(kept[ring]).toMatch(/^k1:[0-9a-f]{64}$/)
  expect(new Set(Object.values(kept)).size).toBe(9)
  for (const secret of Object.values(kept)) expect(output).not.toContain(secret)
  expect(parse(readFileSync(join(op.repository, 'wrangler.toml'), 'utf8'))['env']).toMatchObject({
    production: {
      name: 'wa-blaster-api',
      d1_databases: [{ binding: 'DB', database_id: state.databases[0]?.uuid }],
      analytics_engine_datasets: [{ binding: 'METRICS', dataset: 'wa_blaster' }],
      vars: {
        APP_ENV: 'production',
        APP_ORIGIN: 'https://blast.example.com',
        MAIL_FROM: 'kabar@example.com',
        LOCATION_HINT: 'apac',
      },
    },
  })
})

test('again: nothing is changed, nothing is asked, no secret is made again', async () => {
  const made = writes(op).length
  const before = readFileSync(join(op.repository, 'wrangler.toml'), 'utf8')
  const { code, output } = await setup(op, ['--env', 'production'], {})
  expect(code, output).toBe(0)
  expect(output).toContain('nothing was missing')
  expect(writes(op)).toHaveLength(made)
  expect(readFileSync(join(op.repository, 'wrangler.toml'), 'utf8')).toBe(before)
})

test('a lost queue is made again, alone', async () => {
  const gone = op.double.state.queues.findIndex((queue) => queue.name === 'wa-blaster-imports')
  op.double.state.queues.splice(gone, 1)
  const made = writes(op).length
  const { code, output } = await setup(op, ['--env', 'production'], {})
  expect(code, output).toBe(0)
  expect(writes(op).slice(made)).toHaveLength(1)
  expect(op.double.state.queues.map((queue) => queue.name)).toContain('wa-blaster-imports')
})

test('rule backup-lock: a lock that somebody took off or made shorter is put back, and rules of others stay', async () => {
  const { locks } = op.double.state
  const right = locks.get('wa-blaster-backups') ?? []
  const own = { id: 'own', enabled: true, prefix: 'own/', condition: { type: 'Indefinite' as const } }
  const shorter = right.map((rule) => ({ ...rule, condition: { type: 'Age' as const, maxAgeSeconds: 60 } }))
  for (const changed of [[], shorter, right.map((rule) => ({ ...rule, enabled: false }))]) {
    locks.set('wa-blaster-backups', [own, ...changed])
    const { code, output } = await setup(op, ['--env', 'production'], {})
    expect(code, output).toBe(0)
    expect(output).toContain('lock backups (35 days) and journal (8 days)')
    expect(locks.get('wa-blaster-backups')).toEqual([own, ...right])
  }
})

test('rule backup-lock: a lock that Cloudflare does not show afterwards is said not to be there', async () => {
  const { locks } = op.double.state
  const right = locks.get('wa-blaster-backups') ?? []
  locks.set('wa-blaster-backups', [])
  op.double.faults.push({ method: 'PUT', path: /\/lock$/, status: 400, isDone: false })
  const refused = await setup(op, ['--env', 'production'], {})
  expect([refused.code, refused.output.includes('✓ lock')]).toEqual([1, false])
  locks.set = () => locks
  const lost = await setup(op, ['--env', 'production'], {})
  Reflect.deleteProperty(locks, 'set')
  expect(lost.code).toBe(1)
  expect(lost.output).toContain('has no locks although they were set')
  locks.set('wa-blaster-backups', right)
})

test('a record of somebody else is left as it is, and a zone that is not there is said', async () => {
  const { zones } = op.double.state.offers
  const [zone] = zones
  const [record] = zone?.records ?? []
  const made = writes(op).length
  Object.assign(record ?? {}, { type: 'A', content: '192.0.2.1' })
  const others = await setup(op, ['--env', 'production'], {})
  expect(others.code, others.output).toBe(0)
  expect(others.output).toContain('DNS: blast.example.com leads elsewhere (A 192.0.2.1), which setup leaves as it is')
  zones.splice(0)
  const none = await setup(op, ['--env', 'production'], {})
  expect(none.code, none.output).toBe(0)
  expect(none.output).toContain('DNS: this token sees no zone of blast.example.com in the account')
  expect(writes(op)).toHaveLength(made)
  if (zone) zones.push(zone)
  zone?.records.splice(0)
  const back = await setup(op, ['--env', 'production'], {})
  expect(back.output).toContain('✓ make the DNS record of blast.example.com')
  expect(zone?.records).toMatchObject([{ type: 'CNAME', content: 'wa-blaster.pages.dev' }])
})

test('a setup that breaks off says what is there, what is left, and the command that goes on', async () => {
  op.double.state.queues.splice(0)
  op.double.faults.push({ method: 'POST', path: /\/queues$/, status: 400, isDone: true })
  const broken = await setup(op, ['--env', 'production'], {})
  expect(broken.code).toBe(1)
  const [there, left, next] = broken.output.trim().split('\n').slice(-3)
  expect(there).toMatch(
    /^There now, as Cloudflare says: database wa-blaster; buckets .*; queues [\w-]+; page wa-blaster, /,
  )
  expect(left).toMatch(
    /^Left to do: create the queue [\w-]+; create the queue [\w-]+; create the queue [\w-]+; see that/,
  )
  expect(next).toBe('Go on: npm run setup -- --env production')
  const again = await setup(op, ['--env', 'production'], {})
  expect(again.code, again.output).toBe(0)
  expect(op.double.state.queues).toHaveLength(4)
})

test('a rotated ring has a new first key and keeps the old one', async () => {
  const before = secretOf(op, 'LINK_KEYS')
  const { code, output } = await setup(op, ['--env', 'production', '--rotate', 'LINK_KEYS', '--settle', '0'], {})
  expect(code, output).toBe(0)
  expect(secretOf(op, 'LINK_KEYS')).toMatch(new RegExp(`^k2:[0-9a-f]{64},${before}$`))
})

test('rule vault-keys: a new key to seal with is known to every runner before it is the first', async () => {
  const ring = () => secretOf(op, 'VAULT_KEYS')
  const before = ring()
  const turn = (...more: string[]) => setup(op, ['--env', 'production', '--rotate', 'VAULT_KEYS', ...more], {})
  // the kept file is ahead of what is in use; the same line again goes on from there
  const failsOnce = () => op.double.faults.push({ method: 'PATCH', path: /secrets-bulk$/, status: 400, isDone: false })
  failsOnce()
  const broken = await turn()
  expect([broken.code, ring()]).toEqual([1, before])
  expect(broken.output).toContain('Go on: npm run setup -- --env production --rotate VAULT_KEYS')
  expect((await turn()).output).toContain('npm run setup -- --env production --rotate VAULT_KEYS --first')
  const grown = ring()
  expect(grown).toMatch(new RegExp(`^${before},k2:[0-9a-f]{64}$`))
  const turned = `${grown.slice(before.length + 1)},${before}`
  failsOnce()
  expect([(await turn('--first')).code, ring()]).toEqual([1, grown])
  for (let i = 0; i < 2; i++) expect([(await turn('--first')).code, ring()]).toEqual([0, turned])
})

test('no other ring is turned in two steps', async () => {
  const before = secretOf(op, 'LINK_KEYS')
  const { code, output } = await setup(op, ['--env', 'production', '--rotate', 'LINK_KEYS', '--first'], {})
  expect([code, output]).toEqual([1, expect.stringContaining('--first: of VAULT_KEYS only')])
  expect(secretOf(op, 'LINK_KEYS')).toBe(before)
})

test('staging stands beside production: no resource, secret or origin is shared', async () => {
  const production = new Map(op.double.state.scripts.get('wa-blaster-api')?.secrets)
  const answers = ANSWERS.map((word) => (word === 'blast.example.com' ? 'staging.example.com' : word))
  const { code, output } = await setup(op, ['--env', 'staging', ...answers])
  expect(code, output).toBe(0)
  const { env } = parse(readFileSync(join(op.repository, 'wrangler.toml'), 'utf8')) as {
    env: Record<'production' | 'staging', Record<string, unknown>>
  }
  const named = (part: unknown): string[] =>
    [...JSON.stringify(part).matchAll(/"(?:database_id|bucket_name|dataset|queue|dead_letter_queue|name)":"([^"]+)"/g)]
      .map((match) => match[1] ?? '')
      .filter((name) => name.includes('-') || name.includes('wa'))
  const own = new Set(named(env.production))
  expect(named(env.staging).filter((name) => own.has(name))).toEqual([])
  const staging = op.double.state.scripts.get('wa-blaster-api-staging')?.secrets
  for (const ring of ['RUNNER_KEYS', 'LINK_KEYS', 'SUPPRESSION_KEYS', 'VAULT_KEYS', 'VAPID_KEYS', 'RECORD_KEYS'])
    expect(staging?.get(ring)).not.toBe(production.get(ring))
  expect(op.double.state.scripts.get('wa-blaster-api')?.secrets).toEqual(production)
})

test('rule second-place: its address is written where it is given, its keys are asked for once, and off takes it away', async () => {
  const place = ['--second-place', 'https://s3.example.net/kept', '--second-region', 'eu-1']
  const wrong = await setup(op, ['--env', 'production', '--second-place', 'http://s3.example.net/kept'], {})
  expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('secondPlace: must be https://')])
  const without = await setup(op, ['--env', 'production', ...place], {})
  expect([without.code, without.output]).toEqual([1, expect.stringContaining('SECOND_S3_KEY_ID')])
  const keys = { SECOND_S3_KEY_ID: 'key-that-puts', SECOND_S3_SECRET: 'secret-that-puts' }
  const made = await setup(op, ['--env', 'production', ...place], keys)
  expect(made.code, made.output).toBe(0)
  const secrets = op.double.state.scripts.get('wa-blaster-api')?.secrets
  expect([secrets?.get('SECOND_S3_KEY_ID'), secrets?.get('SECOND_S3_SECRET')]).toEqual(Object.values(keys))
  const varsOf = () =>
    (parse(readFileSync(join(op.repository, 'wrangler.toml'), 'utf8')) as { env: { production: { vars: object } } }).env
      .production.vars
  expect(varsOf()).toMatchObject({ SECOND_S3_ADDRESS: 'https://s3.example.net/kept', SECOND_S3_REGION: 'eu-1' })
  expect(made.output).not.toContain('secret-that-puts')
  const again = await setup(op, ['--env', 'production'], {})
  expect(again.output).toContain('nothing was missing')
  expect((await setup(op, ['--env', 'production', '--second-place', 'off'], {})).code).toBe(0)
  expect(Object.keys(varsOf()).filter((name) => name.startsWith('SECOND'))).toEqual([])
})

test('a part that somebody edited by hand is put right', async () => {
  const path = join(op.repository, 'wrangler.toml')
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, before.replace('bucket_name = "wa-blaster-media-staging"', 'bucket_name = "wa-blaster-media"'))
  const { code, output } = await setup(op, ['--env', 'staging'], {})
  expect(code, output).toBe(0)
  expect(readFileSync(path, 'utf8')).toBe(before)
})

test('where an op runs the runners, the vault’s ring is made and kept, but the Worker never has it', async () => {
  const own = await newOp()
  const made = await setup(own, ['--env', 'production', ...ANSWERS, '--containers', 'off'])
  expect(made.code, made.output).toBe(0)
  const file = join(own.repository, '.escrow/production.json')
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  expect(kept['VAULT_KEYS']).toMatch(/^k1:[0-9a-f]{64}$/)
  expect([...(own.double.state.scripts.get('wa-blaster-api')?.secrets.keys() ?? [])]).not.toContain('VAULT_KEYS')
  // put away, and then the runners are to go on containers: a new ring would lose every session
  rmSync(file)
  const without = await setup(own, ['--env', 'production', '--containers', 'on'], {})
  expect(without.code).toBe(1)
  expect(without.output).toContain('VAULT_KEYS was made before')
  writeFileSync(file, JSON.stringify(kept))
  const back = await setup(own, ['--env', 'production', '--containers', 'on'], {})
  expect(back.code, back.output).toBe(0)
  expect(own.double.state.scripts.get('wa-blaster-api')?.secrets.get('VAULT_KEYS')).toBe(kept['VAULT_KEYS'])
  await own.close()
})
