// The form of a one-off blast: sender, message and receivers are required.
import { z } from 'zod'
import '../../../lib/forms/form-schema.ts'
import { ALL_TARGETS, sendMessageBody, TARGETS_MAX } from '../../../../contract/sending/one-off.ts'
import type { Template } from '../../../../contract/sending/templates.ts'
import type { Sender } from '../../../lib/one-off/api.ts'
import { oneOffTexts as texts } from '../../../texts/indonesian.ts'

export const WAYS = ['text', 'template'] as const
type Way = (typeof WAYS)[number]
/** Both ways keep what was filled in; only the chosen one is asked for and sent. */
export type Values = { sender: Sender | null; way: Way; message: string; template: Template | null; targets: string[] }
export const EMPTY: Values = { sender: null, way: 'text', message: '', template: null, targets: [] }
export type Sent = { sender: Sender; message: string; templateId: string | null; targets: string[] }

const chosen = <T>(missing: string) =>
  z.custom<T | null>().transform((value, ctx) => {
    if (value) return value
    ctx.addIssue({ code: 'custom', message: missing })
    return z.NEVER
  })
const common = {
  sender: chosen<Sender>(texts.senderRequired),
  targets: z.array(z.string()).min(1, texts.required).max(TARGETS_MAX, texts.tooMany),
}
const written = z.object({
  ...common,
  way: z.literal('text'),
  message: sendMessageBody.shape.message,
  template: z.custom<Template | null>(),
})
const prepared = z.object({
  ...common,
  way: z.literal('template'),
  message: z.string(),
  template: chosen<Template>(texts.templateRequired),
})
export const formSchema: z.ZodType<Sent, Values> = z
  .discriminatedUnion('way', [written, prepared])
  .transform(({ sender, targets, ...said }) =>
    said.way === 'text'
      ? { sender, targets, message: said.message, templateId: null }
      : { sender, targets, message: said.template.id, templateId: said.template.id },
  )

/** Receivers after one was chosen: All stands alone, and what was chosen already is taken back. */
export const choose = (targets: readonly string[], target: string): string[] => {
  if (targets.includes(target)) return targets.filter((one) => one !== target)
  if (target === ALL_TARGETS) return [ALL_TARGETS]
  return [...targets.filter((one) => one !== ALL_TARGETS), target]
}
