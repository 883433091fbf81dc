// Message templates (rules caption, buttons).
import { z } from 'zod'
import { buttonAddress } from '../ground/addresses.ts'
import { topicName } from '../recipients/topics.ts'
import { version } from '../ground/versions.ts'

/** Bytes of the largest picture, video or document of a template. */
export const MEDIA_MAX_BYTES = 16 * 1024 * 1024
export const BUTTON_TYPES = ['reply_button', 'call_button', 'url_button', 'stop_button'] as const
export const templateButton = z.object({
  id: z.string().max(60).default(''),
  title: z.string().trim().max(60).default(''),
  url: z.string().trim().max(500).default(''),
  type: z.enum(BUTTON_TYPES).default('reply_button'),
})
export type TemplateButton = z.infer<typeof templateButton>

export const TEMPLATE_NAME_MAX = 60
/** What a template is called that nobody named: the first line of its text, else its file. */
export const templateNameOf = (textWa: string, mediaName: string | null): string =>
  (textWa.trim().split('\n')[0] ?? '').replaceAll(/[*~]/g, '').slice(0, TEMPLATE_NAME_MAX).trim() ||
  (mediaName ?? '').slice(0, TEMPLATE_NAME_MAX).trim() ||
  'Template'

export const template = z.object({
  id: z.string(),
  /** What people here call it; nobody who gets the message sees it. */
  name: z.string(),
  /** What it is about, by which recipients and members refuse it; empty: nothing that can be refused by itself. */
  topic: z.string(),
  media: z.string().nullable(),
  text: z.string(),
  text_wa: z.string(),
  button: z.array(templateButton),
  /** nonactive: a draft, which is used for no message. */
  status: z.enum(['active', 'nonactive']),
  /** Campaigns alone send it, while it is active: no standing blast does. */
  only_campaigns: z.boolean(),
  count_use: z.number(),
  /** What came of its messages since this is counted: arrived at WhatsApp, failed, and people who opted out after one. */
  count_success: z.number(),
  count_fail: z.number(),
  count_stop: z.number(),
  /** When so many of so many stops after it paused it (rule rates), until somebody activates it; null: they did not. */
  paused: z.object({ at: z.string(), stops: z.number(), of: z.number() }).nullable(),
  version,
})
export type Template = z.infer<typeof template>

/** JSON body; the multipart form carries the same keys with button as a JSON string. */
export const templateBody = z.object({
  /** Empty: it is called by the first line of its text. Absent: an edit keeps the name it has. */
  name: z.string().trim().max(TEMPLATE_NAME_MAX, 'Nama paling panjang 60 karakter.').optional(),
  /** Empty: none. Absent: an edit keeps the one it has. */
  topic: topicName.optional(),
  text: z.string().max(20_000).default(''),
  button: z.array(templateButton).max(10).default([]),
  /** Absent: a new template is a draft, and an edit keeps what it is; `active` activates it (rule template-activation). */
  status: z.enum(['active', 'nonactive']).optional(),
  /** A form says 1 or 0. Absent: an edit keeps what it is. */
  only_campaigns: z
    .union([z.boolean(), z.enum(['0', '1'])])
    .transform((said) => said === true || said === '1')
    .optional(),
})

/** Why a button's template cannot be saved: the button is half filled in, or its address must not be sent. */
type ButtonProblem = { code: 'invalid_input' | 'button_address'; text: string }
export const buttonProblem = (b: TemplateButton): ButtonProblem | null => {
  const wantsUrl = b.type === 'url_button' || b.type === 'call_button'
  if (b.title !== '' && b.url === '' && wantsUrl)
    return { code: 'invalid_input', text: `Judul button : "${b.title}" belum mempunyai URL.` }
  if (b.url !== '' && b.title === '')
    return { code: 'invalid_input', text: `URL button "${b.url}" belum punya nama atau judul.` }
  if (buttonAddress(b) !== null) return null
  const text =
    b.type === 'call_button'
      ? `Button "${b.title}" harus berisi nomor telepon, misalnya +6281234567890.`
      : `URL button "${b.title}" harus diawali https://, misalnya https://toko.contoh.id.`
  return { code: 'button_address', text }
}
