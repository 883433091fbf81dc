// One step of showing what is kept about a number (rule data-request): first the database, then account after account, then the files of
// number checks, then campaigns. A step asks so many that one call can; the caller calls again from where it ended.
import type { DataRequestAnswer, InAccount } from '../../../contract/privacy/data-requests.ts'
import type { Db } from '../../ground/db/connection.ts'
import { findInCampaigns } from '../../sending/campaigns/find-person.ts'
import { findInFiles } from '../../sending/number-checks/find-in-files.ts'
import { type CheckFiles, checksAfter } from '../erasures/erasures-store.ts'
import type { Hashes } from '../../recipients/suppressions/hash.ts'
import { aboutNumber, type AskedAccount, accountsToAsk } from './store.ts'

export type ShowPorts = {
  db: Db
  bucket: R2Bucket
  /** null: this account was never linked. */
  askAccount: (accountId: string, number: string) => Promise<InAccount | null>
  clock: () => number
  /** No further file is begun after this, epoch ms. */
  until: number
}
/** The platform limits the calls of one invocation. */
const ACCOUNTS_A_STEP = 200
const AT_ONCE = 50
const CHECKS_A_STEP = 20
const CAMPAIGNS_A_STEP = 100
/** Of these, whose rows are in files. */
const FILED_A_STEP = 20

type Step = Omit<DataRequestAnswer, 'number' | 'kept'>
const NOTHING: Step = { accounts: [], files: [], campaigns: [], asked: 0, silent: [], after: null }

export const showNumber = async (
  ports: ShowPorts,
  asked: { number: string; hashes: Hashes; after: string | undefined },
): Promise<DataRequestAnswer> => {
  const { number, after } = asked
  const kept = after === undefined ? await aboutNumber(ports.db, asked) : null
  const [phase = 'accounts', place = ''] = (after ?? 'accounts:').split(':')
  const steps = { accounts: inAccounts, checks: inFiles, campaigns: inCampaigns }
  const step = await steps[phase as keyof typeof steps](ports, number, place)
  return { number, kept, ...step }
}

const keepsSomething = ({ messages, stops, asked, checks, keys, waiting, lid }: InAccount): boolean =>
  messages.length + stops.length + asked.length + checks.length + keys > 0 || waiting || lid !== null
type Answered = {
  asked: number
  keeping: { account: AskedAccount; kept: InAccount }[]
  /** From when on each that answered has every message; null: since it exists. */
  since: (string | null)[]
  silent: AskedAccount[]
  /** The account after which the next step begins; null: these were the last. */
  last: string | null
}
/** Those of one step, by their ids. */
export const accountsOfStep = (db: Db, after: string): Promise<AskedAccount[]> =>
  accountsToAsk(db, after, ACCOUNTS_A_STEP)
export const askAccounts = async (
  askAccount: ShowPorts['askAccount'],
  number: string,
  accounts: readonly AskedAccount[],
): Promise<Answered> => {
  const [keeping, since, silent]: [Answered['keeping'], Answered['since'], AskedAccount[]] = [[], [], []]
  const askOne = async (account: AskedAccount): Promise<void> => {
    try {
      const kept = await askAccount(account.id, number)
      if (kept) since.push(kept.since)
      if (kept && keepsSomething(kept)) keeping.push({ account, kept })
    } catch {
      silent.push(account)
    }
  }
  for (let from = 0; from < accounts.length; from += AT_ONCE)
    await Promise.all(accounts.slice(from, from + AT_ONCE).map(askOne))
  const last = accounts.length < ACCOUNTS_A_STEP ? null : (accounts.at(-1)?.id ?? null)
  return { asked: accounts.length, keeping, since, silent, last }
}
const inAccounts = async (ports: ShowPorts, number: string, after: string): Promise<Step> => {
  const { asked, keeping, silent, last } = await askAccounts(
    ports.askAccount,
    number,
    await accountsOfStep(ports.db, after),
  )
  return {
    ...NOTHING,
    accounts: keeping.map(({ account: { id, phonenumber, owner }, kept }) => ({
      id,
      account: phonenumber,
      owner,
      ...kept,
    })),
    asked,
    silent: silent.map(({ id, phonenumber }) => phonenumber ?? id),
    after: last === null ? 'checks:' : `accounts:${last}`,
  }
}

const inFiles = async (ports: ShowPorts, number: string, after: string): Promise<Step> => {
  const checks: CheckFiles[] = await checksAfter(ports.db, after, CHECKS_A_STEP)
  const step: Step = { ...NOTHING, files: [], silent: [] }
  for (const check of checks) {
    if (step.asked > 0 && ports.clock() > ports.until) return { ...step, after: `checks:${step.after ?? after}` }
    try {
      step.files.push(...(await findInFiles(ports.bucket, check, number)))
      // its file is still being cut into parts: not all of it can be found yet
      if (check.reading) step.silent.push(check.id)
    } catch {
      step.silent.push(check.id)
    }
    step.asked += 1
    step.after = check.id
  }
  return { ...step, after: checks.length < CHECKS_A_STEP ? 'campaigns:' : `checks:${step.after ?? after}` }
}

/** One step of campaigns, by their ids. */
export const askCampaigns = (
  { db, bucket, clock, until }: Omit<ShowPorts, 'askAccount'>,
  number: string,
  after: string,
) => {
  let read = 0
  return findInCampaigns(
    { db, bucket },
    {
      number,
      after: Number(after) || 0,
      limit: CAMPAIGNS_A_STEP,
      now: clock(),
      mayRead: () => ++read <= FILED_A_STEP && (read === 1 || clock() <= until),
    },
  )
}
const inCampaigns = async (ports: ShowPorts, number: string, after: string): Promise<Step> => {
  const { found, silent, last } = await askCampaigns(ports, number, after)
  return { ...NOTHING, campaigns: found, silent, after: last === null ? null : `campaigns:${last}` }
}
