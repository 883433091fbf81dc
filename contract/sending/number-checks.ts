// Number checks on the wire: generators (a range of numbers) and validators (the rows of a file), one engine for both
// (rules lookup-cap, validator-files).
import { z } from 'zod'
import { wholeNumber } from '../ground/amounts.ts'
import { WAIT_REASONS } from './waits.ts'
import { dayRange, sortedQuery } from '../ground/paging.ts'
import { phoneNumber } from '../ground/phone.ts'
import { RANGES } from '../ground/ranges.ts'
import { readVersion, version } from '../ground/versions.ts'
import { accountState, LIST_FILTERS, runStatus } from './whatsapp.ts'

const CHECK_KINDS = ['generator', 'validator'] as const
export const checkKind = z.enum(CHECK_KINDS)
export type CheckKind = z.infer<typeof checkKind>

/** The state of the job itself; a row's `state` is its sender's connection state. */
export const CHECK_PHASES = [
  'idle',
  'generating',
  'validating',
  'finished',
  'stop',
  'error_generate',
  'error_validate',
] as const
const checkPhase = z.enum(CHECK_PHASES)
export type CheckPhase = z.infer<typeof checkPhase>
export const runningPhase = (kind: CheckKind): CheckPhase => (kind === 'generator' ? 'generating' : 'validating')
export const errorPhase = (kind: CheckKind) =>
  kind === 'generator' ? ('error_generate' as const) : ('error_validate' as const)

/** The most numbers of one generator (rule lookup-cap), and the most rows of one validator's file (rule validator-files). */
export const GENERATOR_MAX = 10_000
export const VALIDATOR_MAX = 1_000_000
export const VALIDATOR_BYTES = 100 * 1024 * 1024
/** How many numbers one query asks about where the interval is 0; with an interval each query asks about one. */
export const QUERY_MAX = 50

export const rangeSize = (start: string, end: string): number => Number(end) - Number(start) + 1
/** Whole days a job needs at this many look-ups a day; at least 1. */
export const daysNeeded = (numbers: number, dailyCap: number): number =>
  Math.max(1, Math.ceil(numbers / Math.max(1, dailyCap)))

const row = {
  id: z.string(),
  kind: checkKind,
  user_id: z.string(),
  whatsapp_id: z.string(),
  Whatsapp: z
    .object({
      id: z.string(),
      clientid: z.string(),
      pushname: z.string().nullable(),
      nickname: z.string().nullable(),
      phonenumber: z.string().nullable(),
      state: accountState,
    })
    .nullable(),
  /** The sender's connection state; unknown when the account was removed. */
  state: accountState,
  status: runStatus,
  phase: checkPhase,
  current_number: z.string().nullable(),
  total: z.number(),
  /** Numbers answered so far: count_success + count_fail. */
  checked: z.number(),
  /** Percent, two decimals. */
  progress: z.number(),
  count_success: z.number(),
  count_fail: z.number(),
  b_insert: z.union([z.literal(0), z.literal(1)]),
  /** With b_insert: how many numbers were new in the list, were in it already, and had opted out. */
  listed: z.number(),
  list_duplicates: z.number(),
  list_suppressed: z.number(),
  interval_min: z.number(),
  interval_max: z.number(),
  requesting: z.boolean(),
  waiting: z.boolean(),
  /** Whole seconds left of the wait. */
  waitTime: z.number(),
  waitReason: z.enum(WAIT_REASONS).nullable(),
  attempting: z.boolean(),
  attempingCode: z.number().nullable(),
  /** Why the job ended with an error; null: it did not. */
  error: z.string().nullable(),
  /** Days that the remaining numbers need under the daily cap of look-ups (rule lookup-cap). */
  days: z.number(),
  version: z.number(),
  /** Of what an edit may change; `version` counts the job's own steps. */
  settings_version: version,
  createdAt: z.string(),
}
export const generatorRow = z.object({ ...row, start_number: z.string(), end_number: z.string() })
export type GeneratorRow = z.infer<typeof generatorRow>
export const validatorRow = z.object({
  ...row,
  validating: z.boolean(),
  /** A large file is still being read: it cannot start yet, and `total` grows. */
  preparing: z.boolean(),
  /** Percent of the file that has been read, two decimals. At 100 the job is ready, or `error` says why it is not. */
  prepared: z.number(),
  /** Rows of the file that hold no number; `total` does not count them. */
  skipped: z.number(),
  fileName: z.string(),
  /** Signed link to the file, which opens for ten minutes. */
  fileUrl: z.string(),
})
export type ValidatorRow = z.infer<typeof validatorRow>

const INTERVAL_ORDER = 'Interval minimal harus lebih kecil dari interval maksimal'
const flag = z
  .union([z.boolean(), z.literal([0, 1]), z.enum(['0', '1', 'true', 'false', 'on', ''])])
  .optional()
  .transform((v): 0 | 1 => (v === true || v === 1 || v === '1' || v === 'true' || v === 'on' ? 1 : 0))
const settings = {
  whatsapp_id: z.string('Pilih WhatsApp.').trim().min(1, 'Pilih WhatsApp.').max(80),
  b_insert: flag,
  interval_min: wholeNumber(RANGES.intervalS),
  interval_max: wholeNumber(RANGES.intervalS),
}
type Intervals = { interval_min: number; interval_max: number }
const inOrder = (b: Intervals): boolean => b.interval_min <= b.interval_max
const order = { path: ['interval_min'], message: INTERVAL_ORDER }

const numberAsSent = z.union([z.string(), z.number().transform(String)]).pipe(phoneNumber)
export const generatorCreateBody = z
  .object({
    start_number: numberAsSent,
    end_number: numberAsSent,
    ...settings,
  })
  .refine((b) => Number(b.start_number) <= Number(b.end_number), {
    path: ['start_number'],
    message: 'Target nomor awal harus lebih kecil dari nomor akhir',
  })
  .refine((b) => rangeSize(b.start_number, b.end_number) <= GENERATOR_MAX, {
    path: ['end_number'],
    message: 'Paling banyak 10.000 nomor untuk satu generator.',
  })
  .refine(inOrder, order)
/** Start, end and file cannot be changed; a validator's form sends the same fields beside its file. */
export const checkUpdateBody = z.object(settings).refine(inOrder, order)
export const checkEditBody = z.object({ ...settings, ...readVersion.shape }).refine(inOrder, order)
export type CheckSettings = z.infer<typeof checkUpdateBody>

/** The list's filter: connection states of the sender, and `sending`, which is a status. */
const filter = z.enum([...LIST_FILTERS, 'reconnecting']).or(z.literal(['', 'null']).transform(() => 'all' as const))
export const checkListQuery = sortedQuery('checks').extend({ ...dayRange, status: filter.default('all') })

export const checkIdBody = z.object({ id: z.string().min(1).max(80) })
export const resultRow = z.object({ number: z.string(), name: z.string(), status: z.literal('active') })
export type ResultRow = z.infer<typeof resultRow>
export const RESULT_FILES = {
  generator: 'phone_numbers_generated.csv',
  validator: 'phone_numbers_validated.csv',
} as const satisfies Record<CheckKind, string>
/** A file's link opens for this long (rule validator-files). */
export const FILE_LINK_MS = 600_000
