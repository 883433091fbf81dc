// What was counted lately: whether a promise would be broken if it went on like this, and whether mails leave (rule troubles). Pure.
import { percentOf } from '../../../contract/ground/percent.ts'
import type { Counts } from '../../ground/tally/rules.ts'
import { slosOf, TARGETS } from '../../ground/metrics/slo-rules.ts'
import type { Finding } from './rules.ts'

/** What was counted in the last ten minutes, half hour, hour and six hours. */
export type Windows = Record<'last' | 'half' | 'hour' | 'sixHours', Counts>
/**
 * How many times as fast as the promise allows over its 30 days, as the SRE workbook has it: all of it within two days, or within five. The short
 * window says that it goes on.
 */
const PACES = [
  { long: 'hour', short: 'last', times: 14.4 },
  { long: 'sixHours', short: 'half', times: 6 },
] as const
/** Fewer faults say nothing: of twenty answers one is five in a hundred. Of sessions these are three accounts that are down for an hour. */
const FAULTS_LEAST = { api: 10, sessions: 36 } as const

type Share = { bad: number; all: number }
const shareOf = (counts: Counts, of: keyof typeof FAULTS_LEAST): Share => {
  const { share, count } = slosOf(counts)[of]
  return { bad: Math.round(count * (1 - (share ?? 1))), all: count }
}
const burnOf = ({ bad, all }: Share, target: number): number => (all === 0 ? 0 : bad / all / (1 - target))

const budgetFinding = (windows: Windows, of: keyof typeof FAULTS_LEAST): Finding | null => {
  const found = PACES.flatMap(({ long, short, times }): Finding[] => {
    const share = shareOf(windows[long], of)
    const isFast = share.bad >= FAULTS_LEAST[of] && burnOf(share, TARGETS[of]) > times
    const now = burnOf(shareOf(windows[short], of), TARGETS[of])
    if (!isFast || now <= 1) return []
    const percent = Math.ceil(percentOf(share.bad, share.all))
    return [{ kind: 'budget_burns', subject: of, level: now > times ? 'bad' : 'between', figures: { percent } }]
  })
  return found.find(({ level }) => level === 'bad') ?? found[0] ?? null
}

const MAILS_LEAST = 2
const MAILS = { start: 0.49, end: 0.1 }
const mailsOf = (counts: Counts, result: 'sent' | 'failed' | 'sender'): number =>
  counts[`wa_mails_total|result=${result}`] ?? 0
const mailFinding = ({ hour }: Windows): Finding | null => {
  const ofSender = mailsOf(hour, 'sender')
  const failed = mailsOf(hour, 'failed') + ofSender
  const of = failed + mailsOf(hour, 'sent')
  if (failed < MAILS_LEAST || failed <= of * MAILS.end) return null
  const level = failed > of * MAILS.start ? 'bad' : 'between'
  return {
    kind: 'mail_fails',
    subject: ofSender * 2 >= failed ? 'mailSender' : '',
    level,
    figures: { mails: failed, of },
  }
}

export const countedFindings = (windows: Windows): (Finding | null)[] => [
  mailFinding(windows),
  budgetFinding(windows, 'api'),
  budgetFinding(windows, 'sessions'),
]
