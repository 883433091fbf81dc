// A source is what a run sends: whom a claim may bring, with which message, and what becomes of it. The run, its claims and its outcomes know
// no other difference between kinds of blasts (docs/decisions/0087). There are two: the standing blast and the one-off blast.
import type { Sen } from '../../../contract/ground/money.ts'
import type { FailReason } from '../../../contract/sending/last-run.ts'
import type { SkipReason } from '../../../contract/sending/one-off.ts'
import type { BlastTemplate, ClaimedNumber } from '../../../domain/sending/blast/store.ts'
import type { WaitReason } from '../document/document.ts'
import type { Attempt } from '../tables/attempts-store.ts'
import type { StoredRules } from '../tables/rules-store.ts'
import type { ClaimAnswer } from '../one-off/one-off-rules.ts'

/** What a claim asks of the list. want 0: the rules alone. */
type Asked = {
  want: number
  /** Whether what is claimable is counted, for the progress. */
  count: boolean
  /** Nobody who got a message since then, epoch ms; null: the cooldown alone says who is left. */
  notSince: number | null
  /** These receivers only; null: for anybody. */
  among: string[] | null
  /** The template of its one message, null: words of one's own; absent: it has several. */
  templateId?: string | null
  /** People of campaigns come first. */
  campaigns?: boolean
}
export type Message = { template: BlastTemplate; templateId: string | null; priceSen: Sen }
/** What the run is about to do. */
type NextStep =
  | { kind: 'wait'; reason: WaitReason }
  | { kind: 'held' }
  | { kind: 'idle' | 'await-result' | 'end' | 'claim' | 'send' }

export type Source = {
  /** Its attempts carry it, in `job_id`; null: the standing blast. */
  id: string | null
  /** Its messages count in the account's own counters and in the blast's tally, and earn. Else it counts them itself, and none earns. */
  earns: boolean
  /** false: it does not keep the account's place behind others, where all accounts would begin in the same second. */
  isSpread: boolean

  // ---- numbers
  asks: (want: number, count: boolean, rules: StoredRules | null) => Asked
  /** Receivers that stand in no list. */
  ownNumbers: (want: number) => ClaimedNumber[]
  /** These get nothing. @returns how many of them the claim counts as brought */
  skip: (refused: readonly { number: string; reason: SkipReason }[]) => number
  /** What a claim's answer means for the run. */
  answered: (claim: ClaimAnswer & { cooling: number | null }) => ClaimAnswer

  // ---- message
  /** How many messages it can choose from; none ends the run. */
  messages: (rules: StoredRules) => number
  /** The next one's; null: there is none for this person. */
  message: (rules: StoredRules, target: ClaimedNumber) => Message | null

  // ---- course
  /** Whether the run ends now, instead of this step; null: it goes on. */
  endsBefore: (step: NextStep) => 'finished' | { fault: string } | null
  waits: (told: { waitTime: number; waitReason: WaitReason }) => void
  sent: (number: string) => void
  /** It never left. */
  tookBack: (number: string) => void
  resolved: (attempt: Attempt, from: 'unknown' | 'fail', to: 'success' | 'fail' | 'unknown', reason: FailReason) => void
  /** The run is over. @param fault why it could not continue, as the screen shows it */
  ended: (why: 'stopped' | 'finished', fault: string | null) => void
}
