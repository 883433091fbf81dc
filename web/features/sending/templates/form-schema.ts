// The rules that a template must meet before it is sent to the server (rule media-types).
import { z } from 'zod'
import { captionText, placeholderProblem } from '../../../../contract/sending/message-text.ts'
import {
  BUTTON_TYPES,
  buttonProblem,
  MEDIA_MAX_BYTES,
  TEMPLATE_NAME_MAX,
} from '../../../../contract/sending/templates.ts'
import { topicName } from '../../../../contract/recipients/topics.ts'
import { fromServer, templateTexts as texts } from '../../../texts/indonesian.ts'
import { readCaption } from './read-caption.tsx'
import { isFilled } from '../../../lib/message/wa-text.ts'

export const MEDIA_KINDS = ['.jpg', '.jpeg', '.png', '.gif', '.webp', '.mp4', '.pdf']
const button = z.object({
  id: z.string(),
  title: z.string().trim().max(60),
  url: z.string().trim().max(500),
  type: z.enum(BUTTON_TYPES),
})
const mediaProblem = (file: File | null): string | null => {
  if (!file) return null
  if (!MEDIA_KINDS.some((kind) => file.name.toLowerCase().endsWith(kind))) return texts.mediaKind
  return file.size > MEDIA_MAX_BYTES ? texts.mediaSize : null
}

/**
 * @param hasMedia the template already has a stored file
 * @param fields keys of the fields of recipients; null: not known yet, and the server looks
 */
export const templateSchema = (hasMedia: boolean, fields: readonly string[] | null = []) =>
  z
    .object({
      name: z.string().trim().max(TEMPLATE_NAME_MAX),
      topic: topicName,
      text: z.string().max(20_000),
      file: z.custom<File | null>(),
      removesMedia: z.boolean(),
      withButtons: z.boolean(),
      button: z.array(button).max(10),
      active: z.boolean(),
      onlyCampaigns: z.boolean(),
    })
    .superRefine((values, ctx) => {
      const problem = mediaProblem(values.file)
      if (problem) ctx.addIssue({ code: 'custom', path: ['file'], message: problem })
      const buttons = values.withButtons ? values.button : []
      buttons.forEach((item, place) => {
        const { text: message } = buttonProblem(item) ?? {}
        const path = ['button', place, item.title === '' ? 'title' : 'url']
        if (message !== undefined) ctx.addIssue({ code: 'custom', path, message })
      })
      const media = values.file !== null || (hasMedia && !values.removesMedia)
      if (!media && !buttons.some(isFilled) && captionText(readCaption(values.text)) === '')
        ctx.addIssue({ code: 'custom', path: ['text'], message: texts.noData })
      const message = { textWa: captionText(readCaption(values.text)), button: buttons }
      const unfilled = fields && placeholderProblem(message, fields)
      if (values.active && unfilled !== null)
        ctx.addIssue({ code: 'custom', path: ['text'], message: texts.unfilledSave(fromServer(unfilled)) })
    })
export type TemplateValues = z.infer<ReturnType<typeof templateSchema>>
