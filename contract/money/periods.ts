// Money by day, week, month and member (rule money-periods). Days are Jakarta's; money is rupiah, with up to two decimals.
import { z } from 'zod'
import { rupiah } from '../ground/amounts.ts'
import { pageQuery } from '../ground/paging.ts'
import { DAY_MS } from '../ground/time.ts'

/** A week begins on Monday. */
const PERIODS = ['day', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number]
/** The longest span by period, days: its days are read and added up at each look. */
export const SPAN_DAYS: Record<Period, number> = { day: 366, week: 1_830, month: 1_830 }
/** The longest span by member, days: of each member each day is read. */
const MEMBER_SPAN_DAYS = 31

const money = {
  /** Messages that were sent. */
  messages: z.number(),
  /** What messages earned, by their day, less what was taken back. */
  income: rupiah,
  referral: rupiah,
  bonus: rupiah,
  /** Income, referral and bonus. */
  earned: rupiah,
  /** What of it a message cost; null: none was sent. */
  perMessage: rupiah.nullable(),
  /** Taken out of balances for withdraws on that day, less what was given back. */
  withheld: rupiah,
  /** Withdraws accepted on that day and not returned by the bank. */
  paid: rupiah,
}
/** from, to: both included, and never beyond what was asked for. */
export const periodRow = z.object({ from: z.string(), to: z.string(), ...money })
export type PeriodRow = z.infer<typeof periodRow>
/** Empty name: nobody has this id any more. */
export const memberMoney = z.object({ userId: z.string(), name: z.string(), ...money })
export type MemberMoney = z.infer<typeof memberMoney>

/** YYYY-MM-DD, both included. */
export type Span = { from: string; to: string }
export type Asked = { from?: string | undefined; to?: string | undefined }
const isTooLong = ({ from, to }: Asked, days: number): boolean =>
  from !== undefined && to !== undefined && (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 > days

const tooLong = { path: ['from'], error: 'Rentang tanggal terlalu panjang.' }
const absent = z.literal(['', 'null']).transform((): undefined => undefined)
const OUTSIDE = 'Tanggal di luar 2000 sampai 2999.'
/** Before and after these JavaScript counts years otherwise, and no money moved. */
const day = z.iso.date().refine((text) => text >= '2000-01-01' && text <= '2999-12-31', OUTSIDE)
const span = { from: absent.or(day).optional(), to: absent.or(day).optional() }
const periodShape = {
  by: z.enum(PERIODS).default('month'),
  /** Absent: the last days, weeks or months until today. */
  ...span,
  /** Absent: everybody's. */
  user_id: absent.or(z.string().max(64)).optional(),
}
const format = z.enum(['csv', 'json']).default('csv')
const fits = ({ by, ...asked }: Asked & { by: Period }): boolean => !isTooLong(asked, SPAN_DAYS[by])
export const periodsQuery = z.object(periodShape).refine(fits, tooLong)
export const periodsExportQuery = z.object({ ...periodShape, format }).refine(fits, tooLong)
const fitsMembers = (asked: Asked): boolean => !isTooLong(asked, MEMBER_SPAN_DAYS)
/** Absent ends: those of the month of the other one, or of today's. */
export const memberMoneyQuery = pageQuery.extend(span).refine(fitsMembers, tooLong)
export const memberMoneyExportQuery = z
  .object({ ...span, search: pageQuery.shape.search, format })
  .refine(fitsMembers, tooLong)
