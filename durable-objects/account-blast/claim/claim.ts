// Claims numbers for this account and releases them (rules number-claim, overload-waits, cooldown). The claim's SQL, which picks
// numbers outside their cooldown, is in domain/sending/blast/store.ts, that of a campaign's people in campaigns/claim-store.ts beside it. D1's row names the account and its claim number, so one statement
// releases every claim that is not needed here, even one whose answer was lost.
import { flooredBackOffMs } from '../../../contract/ground/back-off.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import type { SkipReason } from '../../../contract/sending/one-off.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { MINUTE_MS } from '../../../contract/ground/time.ts'
import { addClaimed } from '../../../domain/operation/backup/journal.ts'
import type { Claimed } from '../../../domain/record/journal/format.ts'
import {
  type CampaignRules,
  type ClaimedNumber,
  claimNumbers,
  giveBackNumbers,
} from '../../../domain/sending/blast/store.ts'
import { isOverload } from '../../../domain/ground/db/overload.ts'
import { here } from '../../../domain/ground/tally/here.ts'
import { completeHashRing } from '../../../domain/recipients/suppressions/hash-keys.ts'
import type { ObjectsEnv } from '../../env.ts'
import { OVERLOAD } from '../../timing.ts'
import type { ClaimPort } from './port.ts'
import type { ClaimPart } from '../document/document.ts'
import { failRun } from '../document/marks.ts'
import type { Source } from '../source/source.ts'
import { sourceOfRun } from '../source/source-of.ts'
import type { StoredRules } from '../tables/rules-store.ts'
import { isBlocked } from '../tables/opt-outs-store.ts'
import { openNumbers } from '../tables/attempts-store.ts'
import { numbersOnTheirWay } from '../tables/batches-store.ts'
import { learnPause } from '../core/holds.ts'
import { afterClaim, afterRefusedClaim, withFresh } from './claim-rules.ts'
import { bufferNumbers, emptyBuffer, unbuffer, unbufferCampaign } from './buffer.ts'
import { numbersInOutbox } from '../settle/outbox.ts'

const FAULT_TEXT = 'Blast dihentikan karena kesalahan di server. Hubungi Admin/CS.'

const pause = (core: ClaimPort, tries: number): number => flooredBackOffMs(tries, OVERLOAD, core.random())

/**
 * For so long claims pass over a campaign of which all who are due refuse what this account sends (rule campaign-claim): longer than what a claim
 * brings lasts, or each claim would look there; no longer than a member waits who sends a topic again.
 */
const PASS_OVER_MS = 10 * MINUTE_MS
/** @param campaign that had nobody in the claim of now; null: none */
const passedOver = (core: ClaimPort, campaign: number | null): Record<number, number> => {
  const now = core.now()
  const before = Object.entries(core.rules?.passedOver ?? {}).filter(([, until]) => until > now)
  return { ...Object.fromEntries(before), ...(campaign === null ? {} : { [campaign]: now + PASS_OVER_MS }) }
}
/** Claims up to `want` numbers and loads the rules (settings, window, caps, templates); 0 only loads the rules. */
export const claim = async (core: ClaimPort, want: number, count: boolean): Promise<void> => {
  const doc = core.account
  const { run } = doc
  if (!run) return
  const source = sourceOfRun(core)
  const request = {
    accountId: doc.accountId,
    userId: doc.userId,
    now: core.now(),
    runStartedAt: run.startedAt,
    ...source.asks(want, count, core.rules),
    passOver: Object.keys(passedOver(core, null)).map(Number),
    // before anything is sent the row must say so: the person who pauses the place tells the accounts whose rows do
    announce: core.rules === null ? doc.version : null,
    giveBack: doc.leasesInDoubt ? { upTo: doc.claim, keep: neededNumbers(core) } : null,
  }
  // if this process dies before the answer, D1 holds claims that this object does not know: they must be released
  if (request.want > 0) {
    doc.claim += 1
    noteStrayClaims(core)
  }
  const { strays } = core
  const dropped = new Set<string>()
  core.droppedDuringClaim = dropped
  try {
    const answer = await core.saveThenCall(async ({ db, env }) => {
      // numbers that stopped under a lost key may have been made sendable by now
      await completeHashRing(env)
      const answer = await claimNumbers(db, { ...request, claim: doc.claim })
      const ids = answer.numbers.map((number) => number.id)
      if (ids.length > 0)
        await noteClaim(core, env, { accountId: doc.accountId, ids, at: request.now, ...campaignOf(answer.numbers) })
      return answer
    })
    if (core.strays === strays) doc.leasesInDoubt = false
    take(core, { ...answer, want, at: request.now, source, dropped })
  } catch (error) {
    refused(core, error)
  } finally {
    core.droppedDuringClaim = null
  }
}

/** A claim brings people of one campaign, or of none. */
const campaignOf = ([first]: readonly ClaimedNumber[]): { campaign?: number } =>
  first?.campaign === undefined ? {} : { campaign: first.campaign }
/** Among the numbers that were dropped during a claim: a whole campaign. */
const campaignMark = (campaign: number | undefined): string => `campaign ${campaign}`
/** This campaign does not run any more: whom it brought goes back, and the message under way ends (rule campaign-pause). */
export const dropCampaign = async (core: ClaimPort, campaign: number): Promise<void> => {
  const { doc } = core
  if (!doc) return
  core.droppedDuringClaim?.add(campaignMark(campaign))
  if (doc.run?.campaign?.id === campaign) doc.run.campaign = undefined
  if (!unbufferCampaign(doc, campaign) && core.droppedDuringClaim === null) return
  noteStrayClaims(core)
  core.wake()
  await giveBack(core)
}
/** The account sends it from now on, or nobody's campaign (rule campaign-of-account). */
export const noteCampaign = (core: ClaimPort, campaign: number | undefined): void => {
  const { run } = core.account
  const of = campaign === undefined ? undefined : core.rules?.byCampaign?.[campaign]
  if (run) run.campaign = of?.name === undefined ? undefined : { id: of.id, name: of.name }
}
/** Those that numbers which are not sent to yet were claimed for. */
const campaignsOf = (core: ClaimPort, fresh: CampaignRules | null | undefined): StoredRules['byCampaign'] => {
  const wanted = new Set(core.account.buffer.map(({ campaign }) => campaign))
  const kept = Object.values(core.rules?.byCampaign ?? {}).filter(({ id }) => wanted.has(id))
  return withFresh(kept, fresh ?? null)
}

/** Before any of them is written to: an object that is lost cannot say whom it wrote to (rule journal). Sending does not wait for it. */
const noteClaim = async (core: ClaimPort, env: ObjectsEnv, what: Claimed): Promise<void> => {
  if (!env.BACKUPS) return
  await addClaimed(env.BACKUPS, what).catch((error: unknown) => {
    sometimes('a claim that the journal does not take')
    core.logError('journal', error)
  })
}

type Answer = Awaited<ReturnType<typeof claimNumbers>> & {
  want: number
  at: number
  source: Source
  /** Opted out, erased or deactivated while the answer was on its way. */
  dropped: ReadonlySet<string>
}
const take = (core: ClaimPort, { numbers, refused: why, rules: said, source, passOver, ...claim }: Answer): void => {
  const doc = core.account
  const { campaign, ...rules } = said
  const [tookMs, byCampaign] = [core.now() - claim.at, campaignsOf(core, campaign)]
  core.rules = { ...rules, at: claim.at, tookMs, byCampaign, passedOver: passedOver(core, passOver) }
  sometimes('a claim tells of a pause', rules.place.paused !== null && rules.place.version > doc.place.version)
  learnPause(core, rules.place)
  learnPause(core, rules.person)
  // the templates come with how often they were used, which settlements count
  doc.templateUses = {}
  core.admins.addClaims(numbers, 1)
  const wasDropped = (n: ClaimedNumber): boolean =>
    claim.dropped.has(n.number) || claim.dropped.has(campaignMark(n.campaign))
  const lost = numbers.filter((n) => wasDropped(n) || isBlocked(core.sql, n.number))
  sometimes('number dropped during its claim', () => numbers.some((n) => claim.dropped.has(n.number)))
  sometimes('a campaign stops during its claim', () => numbers.some((n) => claim.dropped.has(campaignMark(n.campaign))))
  sometimes('a claim brings somebody whose stop is not in D1 yet', lost.length > 0 && claim.dropped.size === 0)
  sometimes('a claim of people who have all stopped', lost.length > 0 && lost.length === numbers.length)
  bufferNumbers(
    doc,
    numbers.filter((n) => !lost.includes(n)),
  )
  if (lost.length > 0) noteStrayClaims(core)
  const own = source.ownNumbers(claim.want)
  bufferNumbers(doc, own)
  if (doc.buffer[0]) noteCampaign(core, doc.buffer[0].campaign)
  source.skip(why)
  const skipped = source.skip(lost.map(({ number }) => ({ number, reason: 'suppressed' })))
  const got = numbers.length - lost.length + skipped + own.length
  if (!doc.run) return
  // a stopped person's claim gets nothing: that says nothing about the list
  const result = { got, requested: rules.person.paused ? 0 : claim.want, ...rules }
  Object.assign(doc.run, afterClaim(doc.run, source.answered(result), core.now()))
  // these opt-outs are not in D1 yet, so the same numbers would be claimed again at once
  if (lost.length > 0 && lost.length === numbers.length) doc.run.claimNotBefore = core.now() + OVERLOAD.baseMs
}

/** After overload, and while a key is missing, the run waits. Any other error is logged, and ends the run after some tries. */
const refused = (core: ClaimPort, error: unknown): void => {
  const { run } = core.account
  const isKeyMissing = error instanceof Refusal && error.code === 'misconfigured'
  const passes = isKeyMissing || isOverload(error)
  core.logError(
    isKeyMissing ? 'claim: waits' : passes ? 'claim: overload' : 'claim',
    isKeyMissing ? error.cause : error,
  )
  here.add('wa_claims_refused_total', { reason: isKeyMissing ? 'key_missing' : passes ? 'overload' : 'error' })
  if (!run) return
  const failed = { passes, pauseMs: pause(core, run.claimTries + 1), faultText: FAULT_TEXT }
  sometimes('a claim fails, and not by overload', !passes)
  sometimes('a claim fails for good', !passes && run.claimFaults > 1)
  sometimes('a claim is refused for the third time', run.claimTries > 1)
  const { fault, ...claims } = afterRefusedClaim(run, failed, core.now())
  Object.assign(run, claims)
  if (fault !== null) failRun(run, fault)
}

/** Beside what the last claim said, until the next one brings the counts anew. */
export const countUse = (doc: ClaimPart, templateId: string): void => {
  doc.templateUses[templateId] = (doc.templateUses[templateId] ?? 0) + 1
}

/** Ids of numbers whose claim is still needed: buffered, in flight, or not settled yet. */
const neededNumbers = (core: ClaimPort): number[] => [
  ...core.account.buffer.map((n) => n.id),
  ...openNumbers(core.sql),
  ...numbersInOutbox(core.account),
  ...numbersOnTheirWay(core.sql),
]

/** Records that D1 may hold claims that this account does not need; in the document, so that it survives a crash. */
export const noteStrayClaims = (core: ClaimPort): void => {
  core.account.leasesInDoubt = true
  core.strays += 1
}
/** Releases the claims that this account does not need. */
export const giveBack = async (core: ClaimPort): Promise<void> => {
  const doc = core.account
  if (!doc.leasesInDoubt) return
  // a claim under way may have numbers in D1 that are not in the buffer yet: they would be released, and claimed twice
  if (core.droppedDuringClaim) return
  const { accountId, claim: upTo } = doc
  const keep = neededNumbers(core)
  const { strays } = core
  try {
    const freed = await core.saveThenCall(({ db }) => giveBackNumbers(db, { accountId, upTo, keep }))
    core.admins.addClaims(freed, 0)
    doc.giveBackTries = 0
    sometimes('a doubt about claims while numbers are given back', core.strays !== strays)
    if (core.strays === strays) doc.leasesInDoubt = false
  } catch (error) {
    core.logError('give back', error)
    doc.giveBackTries += 1
    core.setTimerNoLater('pump', core.now() + pause(core, doc.giveBackTries))
  }
}
/** Releases all buffered numbers before a long wait, so that other accounts can claim them. */
export const giveBackBuffer = async (core: ClaimPort): Promise<void> => {
  if (emptyBuffer(core.account)) noteStrayClaims(core)
  await giveBack(core)
}
/** This number must not be written to: it leaves the buffer and its claim is released. */
export const giveBackOne = async (core: ClaimPort, target: ClaimedNumber, reason: SkipReason): Promise<void> => {
  unbuffer(core.account, target.id)
  sourceOfRun(core).skip([{ number: target.number, reason }])
  noteStrayClaims(core)
  await giveBack(core)
}
