// The body of POST /sandbox/fault: kind, phone and times are common, the rest belongs to the kind.
import { z } from 'zod'
import { ACK_CLASSES, FAULT_KINDS, HOLD_ORDERS, PLAIN_KINDS, SERVER_FORMS } from '../protocol/faults/kinds.ts'
import { QUERY_KINDS, USYNC_PROTOCOLS } from '../protocol/faults/query-kinds.ts'
import { phone } from './schemas.ts'

const DAY_SECONDS = 86_400
const YEAR_SECONDS = 365 * DAY_SECONDS
const MAX_NUMBERS = 10_000

const oneOf = (name: string, values: readonly string[]): { error: string } => ({
  error: `${name} harus salah satu dari: ${values.join(', ')}.`,
})
const common = {
  phone: phone.optional(),
  times: z.number().int().min(1, 'Jumlah minimal 1.').max(1_000_000).optional(),
}
const errorCode = z.number().int().min(400, 'Kode galat 400 sampai 599.').max(599, 'Kode galat 400 sampai 599.')
const backoff = z.number().int().min(0).max(YEAR_SECONDS)
const protocol = z.enum(USYNC_PROTOCOLS, oneOf('Protokol', USYNC_PROTOCOLS)).default('contact')

export const faultBody = z.discriminatedUnion(
  'kind',
  [
    z.object({
      ...common,
      kind: z.enum(PLAIN_KINDS),
      /** how long a limit (463, chat-cap) is said to last */
      seconds: z.number().int().min(1).max(YEAR_SECONDS).optional(),
    }),
    z.object({
      ...common,
      kind: z.literal('query-error'),
      query: z.enum(QUERY_KINDS, oneOf('Kueri', QUERY_KINDS)),
      code: z
        .union([errorCode, z.literal('silence')], { error: 'Kode harus 400 sampai 599 atau silence.' })
        .default(429),
      backoff: backoff.optional(),
    }),
    z.object({
      ...common,
      kind: z.literal('usync-error'),
      protocol,
      code: errorCode.default(429),
      backoff: backoff.default(600),
    }),
    z.object({
      ...common,
      kind: z.literal('usync-gap'),
      protocol,
      missing: z.number().int().min(1).max(MAX_NUMBERS).default(1),
      numbers: z.array(phone).max(MAX_NUMBERS).default([]),
    }),
    z.object({
      ...common,
      kind: z.literal('hold-acks'),
      order: z.enum(HOLD_ORDERS, oneOf('Urutan', HOLD_ORDERS)).default('as-sent'),
      ackClass: z.enum(ACK_CLASSES, oneOf('Kelas', ACK_CLASSES)).default('message'),
      /** without: until release-acks */
      seconds: z.number().min(0.1).max(DAY_SECONDS).optional(),
    }),
    z.object({ ...common, kind: z.literal('unreadable'), asks: z.boolean().default(true) }),
    z.object({ ...common, kind: z.literal('ask-again'), messageId: z.string().trim().min(1).max(100).optional() }),
    z.object({
      ...common,
      kind: z.literal('prekeys-low'),
      count: z.number().int().min(0).max(10_000).default(0),
      form: z.enum(SERVER_FORMS, oneOf('Bentuk', SERVER_FORMS)).default('jid'),
    }),
  ],
  oneOf('Jenis gangguan', FAULT_KINDS),
)
