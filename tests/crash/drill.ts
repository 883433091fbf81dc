// The drill: accounts blast, a backup is made meanwhile, the blast goes on; then all is killed, the database and half of the objects are
// deleted, everything is restored, and the blast goes on to its end. Afterwards it is counted what is missing and what came twice.
import { parseEnv } from 'node:util'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importRecipients, recipientNumber, startBlast, writeTemplates } from '../../scripts/demo/play.ts'
import { DEMO_PASSWORD } from '../../scripts/demo-data/people.ts'
import { accountsOf, type Person, signIn, untilAnswered } from '../../scripts/drive/api.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'
import { countFigures } from '../../scripts/drive/count.ts'
import { type Linked, linkAccount } from '../../scripts/drive/link.ts'
import { readAttempts, readBooks, readOptOuts, readSent } from '../../scripts/drive/record.ts'
import { pause, until } from '../../scripts/drive/until.ts'
import { localPlace } from '../../scripts/restore/place.ts'
import { backupAt, begin, compare, openParts } from '../../scripts/restore/restore.ts'
import { withDatabase } from '../../scripts/stack/database.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import { writeEnvFile } from '../../scripts/stack/worker-vars.ts'
import { differences, filesThatName, lose, type Loss, restorationOf, wholeBackup } from './drill-loss.ts'
import { openStack } from './stack.ts'

export type DrillOptions = { dataDir: string; accounts: number; recipients: number; say: (line: string) => void }
export type Drill = {
  tables: number
  rows: number
  objects: number
  restored: number
  differences: number
  duplicates: number
  sentAfterOptOut: number
  rescans: number
  /** People who got their message after the restore. */
  wentOn: number
  /** What the figures count, in words. */
  found: string[]
}
const phoneOf = (i: number): string => `62811300${String(1_000 + i)}`
const member = (stack: Stack): Promise<Person> => signIn(stack.workerOrigin, 'member@demo.test', DEMO_PASSWORD)
/** People whom nothing may be sent to after this moment, epoch ms. */
type Stopped = Map<string, number>

const sentTo = (stack: Stack) => new Set(readSent(stack.home).map((message) => message.recipient))
const untilSent = (stack: Stack, count: number): Promise<unknown> =>
  until(`${count} messages`, () => sentTo(stack).size >= count, { forMs: 180_000, everyMs: 250 })

type Scene = { stack: Stack; options: DrillOptions; admin: Person; owner: Person; linked: Linked[]; stopped: Stopped }
const link = async (stack: Stack, options: DrillOptions): Promise<Scene> => {
  const controls = controlsOf(stack.sandboxOrigin ?? '')
  const admin = await signIn(stack.workerOrigin, 'admin@demo.test', DEMO_PASSWORD)
  const owner = await member(stack)
  const settings = { recipient_cooldown_hours: 168, interval_floor: 0, settle_after_s: 2 }
  await admin.put('/admin/setting/update', settings)
  await writeTemplates(admin)
  await importRecipients(admin, options.recipients)
  const linked: Linked[] = []
  for (let i = 0; i < options.accounts; i++) linked.push(await linkAccount(owner, controls, phoneOf(i), 'qr'))
  const interval = { id: linked[0]?.accountId, blast_interval_min: 1, blast_interval_max: 1 }
  await owner.put('/admin/whatsapp/interval', interval)
  return { stack, options, admin, owner, linked, stopped: new Map() }
}
/** Somebody who has a message answers BERHENTI, and the product knows it. */
const replyStop = async ({ stack, stopped }: Scene): Promise<void> => {
  const controls = controlsOf(stack.sandboxOrigin ?? '')
  const message = readSent(stack.home).find((one) => one.acked && !stopped.has(one.recipient))
  if (!message) throw new Error('nobody has a message yet')
  await controls.reply(message.recipient, message.sender, 'Berhenti')
  const isKnown = () =>
    withDatabase(stack.home, (db) => db.prepare('select 1 from suppressions where number = ?').get(message.recipient))
  await until(`the stop of ${message.recipient}`, isKnown, { everyMs: 200 })
  stopped.set(message.recipient, Date.now())
}

/** One backup, by a Worker that is killed in the middle of the blast and comes back with other settings. */
const backUp = async ({ stack, options }: Scene): Promise<void> => {
  const vars = parseEnv(readFileSync(join(stack.home, 'worker.env'), 'utf8'))
  writeEnvFile(stack.home, { ...(vars as Record<string, string>), BACKUP_EVERY_S: '100000' })
  stack.parts.worker.crash()
  options.say(
    await until('a backup', () => wholeBackup(stack.home), { forMs: 120_000, everyMs: 200, throughErrors: true }),
  )
}

const afterTheBackup = async (scene: Scene): Promise<{ erased: string }> => {
  const { stack, admin, options, stopped } = scene
  await untilAnswered('the Worker', 60_000, () => accountsOf(scene.owner))
  await replyStop(scene)
  // two who have had nothing yet: one is suppressed by an admin, one had a message and is erased
  const unwritten = recipientNumber(options.recipients - 1)
  await untilAnswered('a stop by an admin', 30_000, () =>
    admin.post<object>('/admin/suppression', { number: unwritten }),
  )
  stopped.set(unwritten, Date.now())
  const erased = readSent(stack.home).find((m) => m.acked && !stopped.has(m.recipient))?.recipient ?? ''
  await untilAnswered('an erasure', 30_000, () => admin.post<object>('/admin/consent/erase', { number: erased }))
  stopped.set(erased, Date.now())
  return { erased }
}

const restore = async (home: string, { say }: DrillOptions) => {
  const place = await localPlace(home)
  try {
    const backup = await backupAt(place, Date.now())
    const compared = await compare(place, backup, 'empty')
    const keys = await openParts(place, backup, place.privateKey)
    const before = await place.query('select count(*) as n from users')
    if (JSON.stringify(before) !== '[{"n":0}]') throw new Error('the dry run wrote')
    await begin(place, { backup, since: backup.cutAt, keys, phase: 'tables' })
    say(`restoring ${compared.length} tables and ${backup.objects} objects from ${backup.parts.length} parts`)
    return backup
  } finally {
    await place.close()
  }
}

const CRONS_MS = 8_000
const NEW_PEOPLE = 8
/** A release came first, as it does: the objects that live find an empty database, which must take nothing from them yet. */
const letWait = async ({ dataDir, say }: DrillOptions): Promise<void> => {
  const stack = await openStack(dataDir, say, { cronMs: 2_000, isNew: false })
  try {
    await pause(CRONS_MS)
    const [row] = withDatabase(stack.home, (db) => db.prepare('select count(*) as n from settlements').all())
    if (row?.['n'] !== 0) throw new Error('an empty database settled before it was restored')
  } finally {
    stack.parts.worker.crash()
    stack.parts.runner.crash()
    await stack.stop()
  }
}

const isIdle = async (owner: Person, accountId: string): Promise<boolean> =>
  (await accountsOf(owner)).some((account) => account.id === accountId && account.status === 'idle')
/** All that the blasts of before and those started again still send; then everything at rest. */
const goOn = async (stack: Stack, { linked, options }: Scene, lost: readonly string[]): Promise<string[]> => {
  const owner = await member(stack)
  // on a slow machine everybody of before may have had their message before the loss
  const admin = await signIn(stack.workerOrigin, 'admin@demo.test', DEMO_PASSWORD)
  await importRecipients(admin, NEW_PEOPLE, options.recipients)
  const connected = async () => (await accountsOf(owner)).every((account) => account.state === 'connected')
  await untilAnswered('all accounts connected', 120_000, connected).catch(() => undefined)
  // all of them: one that was not lost may have come to its end
  for (const account of linked)
    if (lost.includes(account.accountId) || (await isIdle(owner, account.accountId)))
      await untilAnswered('a start', 60_000, () => startBlast(owner, account).then(() => true as const))
  await pause(1_000)
  const idle = async () => (await accountsOf(owner)).every((account) => account.status === 'idle')
  await untilAnswered('the end of the blast', 300_000, idle)
  const held = () =>
    withDatabase(stack.home, (db) => db.prepare('select count(*) as n from phone_numbers where in_use = 1').get())
  await until('every number free', () => held()?.['n'] === 0, { forMs: 150_000, everyMs: 500 }).catch(() => undefined)
  return (await accountsOf(owner)).map((account) => account.state)
}

type Counted = { scene: Scene; loss: Loss; erased: string; missing: string[]; states: string[] }
const count = (home: string, { scene, loss, erased, missing, states }: Counted) => {
  const sent = readSent(home)
  // attempts that only the lost objects knew, too: an answer to a stop is no message of a blast
  const attempts = [...readAttempts(home), ...readAttempts(home, loss.kept)]
  const distinct = [...new Map(attempts.map((attempt) => [attempt.messageId, attempt])).values()]
  const figures = countFigures(sent, distinct, readOptOuts(home))
  const known = new Set(distinct.map((attempt) => attempt.messageId))
  const late = sent.filter(
    (m) => known.has(m.id) && m.time > (scene.stopped.get(m.recipient) ?? Number.POSITIVE_INFINITY),
  )
  const named = filesThatName(home, erased).map((file) => `${file} still names the person who was erased`)
  const books = readBooks(home)
  const sums = books.ledgerDifference === 0 ? [] : [`balances and entries differ by ${books.ledgerDifference} sen`]
  const held = books.leasesHeld === 0 ? [] : [`${books.leasesHeld} numbers are still claimed`]
  return {
    found: [...missing, ...named, ...sums, ...held, ...late.map((m) => `${m.recipient} got a message after the stop`)],
    differences: missing.length + named.length + sums.length + held.length,
    duplicates: figures.duplicates,
    sentAfterOptOut: Math.max(figures.sentAfterOptOut, late.length),
    rescans: states.filter((state) => state !== 'connected').length,
  }
}

export const runDrill = async (options: DrillOptions): Promise<Drill> => {
  const { say } = options
  let stack = await openStack(options.dataDir, say, { cronMs: 2_000 })
  let scene: Scene
  let erased: string
  try {
    scene = await link(stack, options)
    for (const account of scene.linked) await startBlast(scene.owner, account)
    await untilSent(stack, Math.ceil(options.recipients / 5))
    await replyStop(scene)
    await backUp(scene)
    erased = (await afterTheBackup(scene)).erased
    await untilSent(stack, Math.ceil(options.recipients / 2))
    say(`${sentTo(stack).size} people were written to`)
    // not drained: the runner goes first, and nothing that is under way comes to its end
    stack.parts.worker.crash()
    stack.parts.runner.crash()
  } finally {
    await stack.stop()
  }
  const loss = lose(stack.home)
  say(`lost: the database and ${loss.lost.length} of ${options.accounts} objects`)
  const writtenTo = sentTo(stack).size
  await letWait(options)
  const backup = await restore(stack.home, options)
  stack = await openStack(options.dataDir, say, { cronMs: 2_000, isNew: false })
  let missing: string[]
  let restored: Record<string, number>
  let states: string[]
  try {
    const { home } = stack
    restored = await until('the restore', () => restorationOf(home), {
      forMs: 120_000,
      everyMs: 250,
      throughErrors: true,
    })
    missing = differences(home, loss, erased)
    say(`restored: ${JSON.stringify(restored)}`)
    states = await goOn(stack, scene, loss.lost)
    say(`accounts: ${states.join(', ')}`)
  } finally {
    await stack.stop()
  }
  const { found, ...figures } = count(stack.home, { scene, loss, erased, missing, states })
  return {
    tables: Object.keys(backup.tables).length,
    rows: backup.parts.reduce((sum, part) => sum + (part.kind === 'objects' ? 0 : part.rows), 0),
    objects: backup.objects,
    restored: restored['restored'] ?? 0,
    ...figures,
    wentOn: sentTo(stack).size - writtenTo,
    found,
  }
}
