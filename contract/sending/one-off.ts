// One-off blasts on the wire; its paths and screen say blaster (rule one-off).
import { z } from 'zod'
import { held } from '../people/pauses.ts'
import { templateBody, templateButton } from './templates.ts'
import { WAIT_REASONS } from './waits.ts'
import { normalizePhone } from '../ground/phone.ts'
import { accountState, runStatus } from './whatsapp.ts'

/** "All" is a flag: the receivers are claimed while it runs, so no list of them is made. */
export const ALL_TARGETS = 'All'
export const TARGETS_MAX = 1_000
/** To more receivers than these in a day a one-off blast needs a proof, as one to everybody does (rule proof-data). */
export const UNPROVEN_TARGETS = 20
/** How many refused receivers a one-off blast shows by number; its counts cover all of them. */
export const REFUSED_SHOWN = 100

/** Why a receiver gets nothing from a one-off blast. */
export const SKIP_TEXTS = {
  invalid: 'Nomor tidak valid.',
  unknown: 'Nomor tidak ada di daftar.',
  nonactive: 'Nomor tidak aktif.',
  no_consent: 'Belum ada persetujuan penerima.',
  suppressed: 'Nomor ini sudah meminta berhenti menerima pesan.',
  snoozed: 'Orang ini tidak dikirimi pesan untuk sementara.',
  held: 'Sumber persetujuan orang ini sedang ditahan.',
  weak: 'Persetujuan orang ini belum cukup kuat, atau sudah terlalu lama.',
  topic: 'Orang ini tidak ingin menerima topik ini.',
  own_account: 'Nomor ini milik akun yang ditautkan.',
  cooldown: 'Nomor ini belum lama menerima pesan.',
  in_use: 'Nomor ini sedang dipakai akun lain.',
} as const
export type SkipReason = keyof typeof SKIP_TEXTS
export const skipReason = z.enum(Object.keys(SKIP_TEXTS) as [SkipReason, ...SkipReason[]])

/** The receivers that were asked for: everybody, or these numbers in stored form; `invalid` are texts that are no numbers. */
type Targets = { all: true } | { all: false; numbers: string[]; invalid: string[] }

const targets = z
  .union([z.string('Pilih penerima.').max(40_000), z.array(z.string().max(60)).max(TARGETS_MAX)], 'Pilih penerima.')
  .transform((value, ctx): Targets => {
    const parts = (typeof value === 'string' ? value.split(/[,;\n]/) : value).map((p) => p.trim()).filter(Boolean)
    const wrong = (message: string) => {
      ctx.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    if (parts.length === 0) return wrong('Pilih penerima.')
    if (parts.some((part) => part.toLowerCase() === ALL_TARGETS.toLowerCase()))
      return parts.length === 1 ? { all: true } : wrong('Pilih semua penerima atau beberapa nomor, bukan keduanya.')
    if (parts.length > TARGETS_MAX) return wrong('Paling banyak 1.000 penerima. Untuk semuanya pilih All.')
    const read = parts.map((part) => ({ part, number: normalizePhone(part) }))
    return {
      all: false,
      numbers: [...new Set(read.flatMap((r) => r.number ?? []))],
      invalid: [...new Set(read.flatMap((r) => (r.number === null ? [r.part.slice(0, 30)] : [])))],
    }
  })
const sender = z.string('Pilih pengirim.').trim().min(1, 'Pilih pengirim.').max(80)

const said = {
  /** The id of a template, or the text itself with {name} and {phoneNumber}. */
  message: z.string('Tulis pesan.').trim().min(1, 'Tulis pesan.').max(4_000, 'Pesan paling panjang 4.000 karakter.'),
  /** Says that `message` is this template's id: if the template was deleted the call is refused, and no id is sent as a text. */
  template_id: z.string().trim().max(80).nullish(),
}

export const sendMessageBody = z.object({
  /** The sending account: its number, client id or id. */
  senders: z.union(
    [
      sender,
      z
        .array(sender)
        .length(1, 'Pilih satu pengirim.')
        .transform(([one = '']) => one),
    ],
    'Pilih pengirim.',
  ),
  targets,
  ...said,
})
/** Whom a one-off blast is for: everybody, named receivers, or as a test the sending account's own number (rule one-off-test). */
export const TARGET_KINDS = ['all', 'list', 'test'] as const
/** A test names no receiver: it goes to the sender's own number, whatever else the body says. */
export const testMessageBody = z
  .object({
    sender,
    ...said,
    message: said.message.optional(),
    /** A template as its form has it, saved or not, in the place of `message`; `media_of`: with the file of this template. */
    draft: templateBody
      .pick({ text: true, button: true })
      .extend({ media_of: z.string().max(80).nullish() })
      .optional(),
    /** Made by the page, one for each press: the same key sends once. */
    key: z.uuid(),
  })
  .refine(({ message, draft }) => message !== undefined || draft, { path: ['message'], error: 'Tulis pesan.' })
export const testQuery = z.object({ sender: z.string().trim().max(80).optional() })
/** Whether the chosen sender may test now. */
export const testOutlook = z.object({
  /** The number that the test would go to; null: no sender is named. */
  to: z.string().nullable(),
  /** Why no test can leave now; null: it can, or no sender is named yet. */
  text: z.string().nullable(),
})
export type TestOutlook = z.infer<typeof testOutlook>
export const oneOffIdBody = z.object({ id: z.string().min(1).max(80) })

/** `sending` until it has ended, also while it waits. */
const ONE_OFF_PHASES = ['sending', 'finished', 'stop', 'error_blast'] as const
const oneOffPhase = z.enum(ONE_OFF_PHASES)
export type OneOffPhase = z.infer<typeof oneOffPhase>

export const refusedTarget = z.object({ number: z.string(), reason: skipReason, text: z.string() })
/** What a one-off blast would do if it started now; nothing is claimed or sent. */
export const oneOffPreview = z.object({
  sender: z.string(),
  /** How many would get it, by the condition of the claim itself; `isMore`: there are more, which are not counted. */
  count: z.number(),
  isMore: z.boolean(),
  /** Who gets nothing, by reason. Of "All" only those whose cooldown is not over. */
  skipped: z.array(z.object({ reason: skipReason, text: z.string(), count: z.number() })),
  /** The first of the named ones that get nothing. */
  refused: z.array(refusedTarget),
  /**
   * ISO times of the first and the last message, by interval, window and caps; null: a daily cap of 0 lets nothing leave. The last is null, and
   * `days` 0, where `isMore`.
   */
  startsAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  /** Days on which something leaves. */
  days: z.number(),
  /** Seconds between two messages, on average. */
  interval: z.number(),
  window: z.object({ start: z.string(), end: z.string() }),
  dailyCap: z.number(),
  sentToday: z.number(),
  /** Why nothing leaves for now although it may start. */
  held: held.nullable(),
  /** The first who would get it with what stands for each field, and the message with its placeholders still in it. */
  samples: z.array(
    z.object({ number: z.string(), name: z.string(), fields: z.record(z.string(), z.string()).default({}) }),
  ),
  message: z.object({ text_wa: z.string(), button: z.array(templateButton), media: z.string().nullable() }),
})
export type OneOffPreview = z.infer<typeof oneOffPreview>
export const oneOffWire = z.object({
  id: z.string(),
  whatsapp_id: z.string(),
  /** The sender as the list shows it: its number. */
  sender: z.string().nullable(),
  pushname: z.string().nullable(),
  clientid: z.string().nullable(),
  /** The sender's connection state; unknown when the account was removed. */
  state: accountState,
  /** Who started it. */
  user_id: z.string(),
  name: z.string(),
  targets: z.enum(TARGET_KINDS),
  template_id: z.string().nullable(),
  message: z.string(),
  phase: oneOffPhase,
  status: runStatus,
  /** How many receivers it has: the claimable numbers when it began, or the named ones. */
  total: z.number(),
  /** Messages attempted: success + fail + unknown. */
  sent: z.number(),
  count_success: z.number(),
  count_fail: z.number(),
  count_unknown: z.number(),
  count_skipped: z.number(),
  skipped: z.array(z.object({ reason: skipReason, text: z.string(), count: z.number() })),
  refused: z.array(refusedTarget),
  /** Percent, two decimals. */
  progress: z.number(),
  waiting: z.boolean(),
  waitTime: z.number(),
  waitReason: z.enum(WAIT_REASONS).nullable(),
  error: z.string().nullable(),
  version: z.number(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
})
export type OneOffWire = z.infer<typeof oneOffWire>
