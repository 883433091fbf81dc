// Every kept fault. The world is that of the simulator which is asked first; null: only tests are.
import { PLANTS } from '../simulate/plants.ts'
import { REPLAY_PLANTS } from '../simulate/replay/plants.ts'
import { WITHDRAW_PLANTS } from '../simulate/withdraws/plants.ts'
import type { Fault } from './fault.ts'
import { ACCESS } from './faults/access.ts'
import { FLEET } from './faults/fleet.ts'
import { BULK_ACTS } from './faults/bulk-acts.ts'
import { CONSENT_GRADES } from './faults/grades.ts'
import { LEDGER } from './faults/ledger.ts'
import { DECIDERS } from './faults/deciders.ts'
import { FACTOR_FAULTS } from './faults/factors.ts'
import { LIMIT_FAULTS } from './faults/limits.ts'
import { PROOFS } from './faults/proofs.ts'
import { MOMENTS } from './faults/moments.ts'
import { MONEY_RULES } from './faults/money-rules.ts'
import { OFFICE } from './faults/office.ts'
import { ONE_OFF } from './faults/one-off.ts'
import { PEOPLE } from './faults/people.ts'
import { PERMISSION_RULES } from './faults/permission-rules.ts'
import { RATES } from './faults/rates.ts'
import { REPEATED } from './faults/repeated.ts'
import { CAMPAIGN_DRAFTS } from './faults/campaign-drafts.ts'
import { CAMPAIGN_OFFICE } from './faults/campaign-office.ts'
import { CAMPAIGN_REPORT } from './faults/campaign-report.ts'
import { CAMPAIGN_PRICE } from './faults/campaign-price.ts'
import { CAMPAIGN_REVIEW } from './faults/campaign-review.ts'
import { CAMPAIGN_SPEND } from './faults/campaign-spend.ts'
import { CAMPAIGNS } from './faults/campaigns.ts'
import { TAGS } from './faults/tags.ts'
import { RECORD } from './faults/record.ts'
import { RUNNER } from './faults/runner.ts'
import { SENDING_RULES } from './faults/sending-rules.ts'
import { SENDING } from './faults/sending.ts'
import { SESSION } from './faults/session.ts'
import { SETTLEMENT_FAULTS } from './faults/settlement.ts'
import { SUPPRESSIONS } from './faults/suppressions.ts'
import { TIME } from './faults/time.ts'
import { TROUBLES } from './faults/troubles.ts'
import { TURN_FAULTS } from './faults/turns.ts'
import { WITHDRAW } from './faults/withdraw.ts'
import { ZONES } from './faults/zones.ts'

export type World = 'engine' | 'withdraws'
const of = (world: World | null, faults: readonly Fault[]) => faults.map((fault) => ({ ...fault, world }))

export const FAULTS: readonly (Fault & { world: World | null })[] = [
  ...of('engine', [...PLANTS, ...REPLAY_PLANTS, ...SENDING, ...TIME, ...OFFICE, ...TURN_FAULTS]),
  ...of('withdraws', WITHDRAW_PLANTS),
  ...of(null, [
    ...SETTLEMENT_FAULTS,
    ...LEDGER,
    ...SUPPRESSIONS,
    ...SESSION,
    ...RUNNER,
    ...FLEET,
    ...WITHDRAW,
    ...RECORD,
    ...CONSENT_GRADES,
    ...RATES,
    ...REPEATED,
    ...TAGS,
    ...BULK_ACTS,
    ...TROUBLES,
    ...ONE_OFF,
    ...ZONES,
    ...PEOPLE,
    ...CAMPAIGNS,
    ...CAMPAIGN_DRAFTS,
    ...CAMPAIGN_SPEND,
    ...CAMPAIGN_OFFICE,
    ...CAMPAIGN_REPORT,
    ...CAMPAIGN_PRICE,
    ...CAMPAIGN_REVIEW,
  ]),
  ...of(null, [...ACCESS, ...FACTOR_FAULTS, ...PROOFS, ...DECIDERS, ...LIMIT_FAULTS]),
  ...of(null, [...PERMISSION_RULES, ...SENDING_RULES, ...MONEY_RULES, ...MOMENTS]),
]
/** The name under which a fault is planted together with the line of defence behind it. */
export const BOTH = '+'

/** @param name of a fault, with BOTH behind it or without @throws Error for a name that is not kept */
const editsOf = (name: string): Fault['edits'] => {
  const isBoth = name.endsWith(BOTH)
  const fault = FAULTS.find((one) => one.name === (isBoth ? name.slice(0, -BOTH.length) : name))
  if (!fault) throw new Error(`no such fault: ${name}. Known: ${FAULTS.map((one) => one.name).join(', ')}`)
  return isBoth ? [...fault.edits, ...(fault.behind?.edits ?? [])] : fault.edits
}

/** Test files that may catch it: those named with it, or those beside the files that it changes. @param exists of a path from the root */
export const testsOf = ({ edits, tests, behind }: Fault, exists: (file: string) => boolean): string[] => {
  if (tests) return [...tests]
  const changed = [...edits, ...(behind?.edits ?? [])]
  return [...new Set(changed.map(({ file }) => file.replace(/\.tsx?$/, '.test.ts')))].filter(exists)
}

/** Puts the words in. @returns changed sources by file @throws Error where a file has not exactly one place for them */
export const planted = (name: string, read: (file: string) => string): Map<string, string> => {
  const sources = new Map<string, string>()
  for (const { file, from, to } of editsOf(name)) {
    const parts = (sources.get(file) ?? read(file)).split(from)
    if (parts.length !== 2)
      throw new Error(`${name}: ${file} must have these words once, and has them ${parts.length - 1} times: ${from}`)
    sources.set(file, parts.join(to))
  }
  return sources
}
