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
  /** null: this account keeps nothing of the number. */
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

const inAccounts = async (ports: ShowPorts, number: string, after: string): Promise<Step> => {
  const asked = await accountsToAsk(ports.db, after, ACCOUNTS_A_STEP)
  const answers: [AskedAccount, PromiseSettledResult<InAccount | null>][] = []
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    const some = asked.slice(from, from + AT_ONCE)
    const told = await Promise.allSettled(some.map(({ id }) => ports.askAccount(id, number)))
    for (const [i, account] of some.entries()) {
      const answer = told[i]
      if (answer) answers.push([account, answer])
    }
  }
  const last = asked.length < ACCOUNTS_A_STEP ? null : asked.at(-1)?.id
  return {
    ...NOTHING,
    accounts: answers.flatMap(([{ id, phonenumber, owner }, answer]) =>
      answer.status === 'fulfilled' && answer.value
        ? // an object of the release before names no replies
          [{ id, account: phonenumber, owner, ...answer.value, asked: answer.value.asked ?? [] }]
        : [],
    ),
    asked: asked.length,
    silent: answers.flatMap(([{ id, phonenumber }, { status }]) => (status === 'rejected' ? [phonenumber ?? id] : [])),
    after: last ? `accounts:${last}` : 'checks:',
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

const inCampaigns = async ({ db, bucket, clock, until }: ShowPorts, number: string, after: string): Promise<Step> => {
  let read = 0
  const { found, silent, last } = await findInCampaigns(
    { db, bucket },
    {
      number,
      after: Number(after) || 0,
      limit: CAMPAIGNS_A_STEP,
      now: clock(),
      mayRead: () => ++read <= FILED_A_STEP && (read === 1 || clock() <= until),
    },
  )
  return { ...NOTHING, campaigns: found, silent, after: last === null ? null : `campaigns:${last}` }
}
