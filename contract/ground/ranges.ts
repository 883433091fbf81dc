// The bounds of every number that a person may enter, in one place: schemas refuse by them and screens show them.
import { CAMPAIGN_KNOWN_DAYS } from './campaign-days.ts'
import { DAY_MS } from './time.ts'
import type { Range } from './read-numbers.ts'

const rupiah = (min: number, max: number): Range<'rupiah'> => ({ unit: 'rupiah', min, max })
const count = (min: number, max: number): Range<'count'> => ({ unit: 'count', min, max })

const DAY_S = DAY_MS / 1_000
/** How many days a dashboard's first chart has, which comes with its numbers. */
export const HOME_DAYS = 7
export const RANGES = {
  bonus: rupiah(1, 1_000_000_000),
  /** Any whole amount from 0 passes the schema, because an amount below the minimum has a refusal of its own. */
  withdraw: rupiah(0, 1_000_000_000_000),
  /** The price of one message. */
  fee: rupiah(0, 1_000_000),
  levelRequirement: count(0, 1_000_000_000),
  intervalS: count(0, DAY_S),
  /** An interval below the setting's floor has a refusal of its own. */
  anyIntervalS: count(-DAY_S, DAY_S),
  intervalFloorS: count(0, 3_600),
  settleAfterS: count(0, 3_600),
  /** 0: nothing needs a second person. */
  secondPerson: rupiah(0, 1_000_000_000_000),
  payoutDays: count(0, 30),
  percent: count(0, 100),
  /** At least 1: with 0 everybody would be listed, or held. */
  fraudScore: count(1, 1_000),
  cooldownHours: count(0, 8_760),
  /** 0: for ever. */
  consentDays: count(0, 3_650),
  /** At least 1: a cap of 0 would stop everything without saying so. */
  dailyCap: count(1, 1_000_000),
  page: count(1, 1_000_000),
  pageSize: count(1, 100),
  days: count(1, 366),
  proofNumber: count(1, 1_000_000),
  /** The id of a row of any list. */
  rowId: count(1, Number.MAX_SAFE_INTEGER),
  auditId: count(1, Number.MAX_SAFE_INTEGER),
  noteId: count(1, Number.MAX_SAFE_INTEGER),
  noticeId: count(1, Number.MAX_SAFE_INTEGER),
  troubleId: count(1, Number.MAX_SAFE_INTEGER),
  campaignId: count(1, Number.MAX_SAFE_INTEGER),
  /** Messages that a campaign may send. */
  campaignBudget: count(1, 100_000_000),
  /** Rupiah that a campaign may cost. */
  campaignCost: rupiah(1, 1_000_000_000_000),
  campaignPriority: count(1, 9),
  variantWeight: count(1, 100),
  /** Of a segment's conditions: days ago, and messages. */
  segmentDays: count(1, 3_650),
  cameDays: count(1, CAMPAIGN_KNOWN_DAYS),
  segmentTimes: count(0, 10_000),
} as const satisfies Record<string, Range>
