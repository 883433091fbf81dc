// The blaster's form: sender, message and receivers are required (s.5).
import { z } from 'zod'
import '../../lib/form-schema.ts'
import { ALL_TARGETS, sendMessageBody, TARGETS_MAX } from '../../../contract/blaster.ts'
import { blasterTexts as texts } from '../../texts/id.ts'

/** label: what the wire and the dialogs call it, its number. */
export type Sender = { id: string; label: string }
export type Values = { sender: Sender | null; message: string; targets: string[] }
export type Sent = { sender: Sender; message: string; targets: string[] }

export const formSchema: z.ZodType<Sent, Values> = z.object({
  sender: z.custom<Sender | null>().transform((sender, ctx) => {
    if (sender) return sender
    ctx.addIssue({ code: 'custom', message: 'Pilih pengirim.' })
    return z.NEVER
  }),
  message: sendMessageBody.shape.message,
  targets: z.array(z.string()).min(1, texts.required).max(TARGETS_MAX, texts.tooMany),
})

/** Receivers after one was chosen: All stands alone, and what was chosen already is taken back. */
export const choose = (targets: readonly string[], target: string): string[] => {
  if (targets.includes(target)) return targets.filter((one) => one !== target)
  if (target === ALL_TARGETS) return [ALL_TARGETS]
  return [...targets.filter((one) => one !== ALL_TARGETS), target]
}
