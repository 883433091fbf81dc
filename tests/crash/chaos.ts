// A blast over several accounts while its processes and sockets are killed; afterwards everything is counted from the
// record, and then once more every number is written to from the same account, to see that it can still be read.
import { DatabaseSync } from 'node:sqlite'
import { startBlast, writeTemplates } from '../../scripts/demo/play.ts'
import { DEMO_PASSWORD } from '../../scripts/demo-data/people.ts'
import { accountsOf, type Person, signIn, untilAnswered } from '../../scripts/drive/api.ts'
import { pause } from '../../scripts/drive/until.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'
import { countFigures, type Figures, paidAttempts, priceSenOf } from '../../scripts/drive/count.ts'
import { type Linked, linkAccount } from '../../scripts/drive/link.ts'
import { readAttempts, readBooks, readSent } from '../../scripts/drive/record.ts'
import { databaseFile } from '../../scripts/stack/database.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import { GAP_MS, type KillLog, killAtRandom } from './kills.ts'
import { randomFrom } from './random.ts'
import { type CampaignFigures, countCampaign, launchCampaign, untilOver } from './campaign.ts'
import { openStack } from './stack.ts'

export type ChaosOptions = {
  dataDir: string
  seed: number
  kills: number
  accounts: number
  recipients: number
  say: (line: string) => void
  /** Address of a collector for the spans of all messages. */
  traces?: string
}
type ChaosFigures = {
  seed: number
  kills: number
  accounts: number
  recipients: number
} & Pick<Figures, 'sent' | 'success' | 'fail' | 'unknown' | 'duplicates' | 'ackedNotPaid' | 'paidNotAcked'> & {
    ledgerDifference: number
    leasesHeld: number
    rescans: number
    unreadable: number
  } & CampaignFigures
export type Chaos = { figures: ChaosFigures; killed: KillLog; endedByItself: boolean }

/** After the last kill a blast may wait this long for back-offs, never longer. */
const END_MS = 20 * 60_000
const phoneOf = (i: number): string => `62811200${String(1_000 + i)}`

const open = (options: ChaosOptions): Promise<Stack> =>
  openStack(options.dataDir, options.say, { traces: options.traces })
const member = (stack: Stack): Promise<Person> => signIn(stack.workerOrigin, 'member@demo.test', DEMO_PASSWORD)

/** Seconds between two messages of an account, so that the blast lasts as long as the kills do. */
const intervalFor = (options: ChaosOptions): number => {
  const killsMs = (options.kills * (GAP_MS.min + GAP_MS.max)) / 2
  return Math.max(1, Math.ceil((killsMs * 1.2) / 1_000 / (options.recipients / options.accounts)))
}

const blastUnderFire = async (
  stack: Stack,
  options: ChaosOptions,
): Promise<{ killed: KillLog; ended: boolean; campaign: number }> => {
  const controls = controlsOf(stack.sandboxOrigin ?? '')
  const admin = await signIn(stack.workerOrigin, 'admin@demo.test', DEMO_PASSWORD)
  const owner = await member(stack)
  await admin.put('/admin/setting/update', { recipient_cooldown_hours: 168, interval_floor: 0 })
  await writeTemplates(admin)
  const campaign = await launchCampaign(admin, options.recipients)
  const linked: Linked[] = []
  for (let i = 0; i < options.accounts; i++) linked.push(await linkAccount(owner, controls, phoneOf(i), 'qr'))
  const seconds = intervalFor(options)
  const [first] = linked
  const interval = { id: first?.accountId, blast_interval_min: 1, blast_interval_max: Math.max(1, seconds * 2 - 1) }
  await owner.put('/admin/whatsapp/interval', interval)
  options.say(`${linked.length} accounts linked, ${options.recipients} recipients, an interval of about ${seconds} s`)
  for (const account of linked) await startBlast(owner, account)
  let over = false
  const ended = untilAnswered('the end of the blast', END_MS, async () => {
    const accounts = await accountsOf(owner)
    return (accounts.length === options.accounts && accounts.every((a) => a.status === 'idle')) || null
  })
    .catch(() => false)
    .finally(() => {
      over = true
    })
  const kills = { kills: options.kills, random: randomFrom(options.seed), isOver: () => over, say: options.say }
  const phones = linked.map((account) => account.phone)
  const killed = await killAtRandom(stack, controls, phones, kills)
  options.say('no more kills; the blast goes on by itself')
  return { killed, ended: await ended, campaign }
}

/** Accounts back, results in the ledger, numbers free, receipts of offline devices in. Answers the accounts' states. */
const settleDown = async (stack: Stack): Promise<string[]> => {
  const owner = await member(stack)
  const statesNow = async (): Promise<string[]> => (await accountsOf(owner)).map((account) => account.state)
  await untilAnswered('all accounts connected', 120_000, async () =>
    (await statesNow()).every((s) => s === 'connected'),
  ).catch(() => {
    // the states say which
  })
  let last = ''
  for (let quiet = 0, tries = 0; quiet < 5 && tries < 60; tries++) {
    await pause(1_000)
    const books = JSON.stringify(readBooks(stack.home))
    quiet = books === last ? quiet + 1 : 0
    last = books
  }
  return statesNow()
}

/** Makes exactly the numbers of one account claimable once more. */
const openNumbersOf = (home: string, numbers: readonly string[]): void => {
  const db = new DatabaseSync(databaseFile(home))
  db.exec('PRAGMA busy_timeout = 5000')
  db.prepare(
    `update phone_numbers set last_attempt_at = last_attempt_at - 700000000,
      status = case when number in (select value from json_each(?)) then 'active' else 'nonactive' end`,
  ).run(JSON.stringify(numbers))
  db.close()
}

/** Every account writes once more to each number it wrote to. Answers how many of those nobody could read. */
const writeOnceMore = async (home: string, options: ChaosOptions): Promise<number> => {
  const before = readAttempts(home)
  const seen = new Set(before.map((attempt) => attempt.messageId))
  const senderOf = new Map(readSent(home).map((message) => [message.id, message.sender]))
  const byPhone = Map.groupBy(before, (attempt) => senderOf.get(attempt.messageId) ?? '')
  const stack = await open({ ...options, say: () => {} })
  try {
    const owner = await member(stack)
    const allIdle = async (): Promise<boolean> => (await accountsOf(owner)).every((a) => a.status === 'idle')
    const accounts = await untilAnswered('the accounts back', 60_000, async () => {
      const list = await accountsOf(owner)
      return list.every((account) => account.state === 'connected') ? list : null
    })
    const [any] = accounts
    await owner.put('/admin/whatsapp/interval', { id: any?.id, blast_interval_min: 0, blast_interval_max: 0 })
    for (const account of accounts) {
      const phone = account.phonenumber ?? ''
      const numbers = (byPhone.get(phone) ?? []).map((attempt) => attempt.number)
      openNumbersOf(home, numbers)
      await startBlast(owner, { accountId: account.id, clientid: account.clientid, phone })
      await untilAnswered(`the second round of ${phone}`, 120_000, allIdle)
    }
    const newOnes = () => readSent(home).filter((message) => !seen.has(message.id))
    await untilAnswered('every message of it to be read', 10_000, async () =>
      newOnes().every((m) => m.decrypted === 1),
    ).catch(() => {
      // the count below says which were not
    })
  } finally {
    await stack.stop()
  }
  const again = readSent(home).filter((message) => !seen.has(message.id))
  options.say(`wrote once more to ${new Set(again.map((m) => m.recipient)).size} numbers from the same accounts`)
  const asBefore = again.every((m) => byPhone.get(m.sender)?.some((attempt) => attempt.number === m.recipient))
  if (!asBefore) throw new Error('the second round went out from other accounts than the first')
  return countFigures(again, readAttempts(home), []).unreadable
}

export const runChaos = async (options: ChaosOptions): Promise<Chaos> => {
  const stack = await open(options)
  let fire: Awaited<ReturnType<typeof blastUnderFire>>
  let states: string[]
  try {
    fire = await blastUnderFire(stack, options)
    states = await settleDown(stack)
    await untilOver(stack, fire.campaign)
    options.say(`accounts: ${states.join(', ')}`)
  } finally {
    await stack.stop()
  }
  const attempts = readAttempts(stack.home)
  const counted = countFigures(readSent(stack.home), attempts, [])
  const books = readBooks(stack.home)
  const ofCampaign = countCampaign(stack.home, fire.campaign)
  const paidSen = priceSenOf(paidAttempts(attempts))
  const unreadableLater = await writeOnceMore(stack.home, options)
  const figures: ChaosFigures = {
    seed: options.seed,
    kills: Object.values(fire.killed).reduce((sum, n) => sum + n, 0),
    accounts: options.accounts,
    recipients: options.recipients,
    sent: counted.sent,
    success: counted.success,
    fail: counted.fail,
    unknown: counted.unknown,
    duplicates: counted.duplicates,
    ackedNotPaid: counted.ackedNotPaid,
    paidNotAcked: counted.paidNotAcked,
    ledgerDifference: books.ledgerDifference + Math.abs(paidSen - books.blastIncomeSen),
    leasesHeld: books.leasesHeld,
    // Two minutes after the last kill nobody's hand may be needed.
    rescans: states.filter((state) => state !== 'connected').length,
    unreadable: counted.unreadable + unreadableLater,
    ...ofCampaign,
  }
  return { figures, killed: fire.killed, endedByItself: fire.ended }
}
