// Turns a template form into a template: sanitised caption, WhatsApp text, complete buttons, known media (rules caption, buttons,
// media-types).
import { buttonAddress } from '../../../contract/ground/addresses.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { placeholderProblem } from '../../../contract/sending/message-text.ts'
import {
  buttonProblem,
  MEDIA_MAX_BYTES,
  type Template,
  type TemplateButton,
  type templateBody,
} from '../../../contract/sending/templates.ts'
import type { z } from 'zod'
import { captionToWhatsapp, sanitizeCaption } from './read-caption.ts'
import { isNamedAs, sniffMedia } from './rules.ts'
import { MEDIA_PREFIX, mediaAddress } from './present.ts'
import type { TemplateMedia, TemplateValues } from './store.ts'

export type NewMedia = { key: string; type: string; name: string; bytes: ArrayBuffer }

/** @throws Refusal media_size or media_type. */
export const readMedia = (fileName: string, bytes: ArrayBuffer): NewMedia => {
  if (bytes.byteLength > MEDIA_MAX_BYTES) throw new Refusal('media_size')
  const kind = sniffMedia(new Uint8Array(bytes, 0, Math.min(16, bytes.byteLength)))
  if (!kind || !isNamedAs(fileName, kind)) throw new Refusal('media_type')
  const key = `${MEDIA_PREFIX}${crypto.randomUUID()}.${kind.extension}`
  const stem = fileName
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N} ._-]+/gu, '_')
    .slice(0, 80)
  return { key, type: kind.mime, name: `${stem || 'media'}.${kind.extension}`, bytes }
}

const wholeButtons = (buttons: readonly TemplateButton[]): TemplateButton[] =>
  buttons
    .filter((b) => b.title !== '' || b.url !== '' || b.type === 'stop_button')
    .map((b, i) => {
      const problem = buttonProblem(b)
      if (problem) throw new Refusal(problem.code, { field: `button.${i}`, text: problem.text })
      return { ...b, url: buttonAddress(b) ?? '', id: b.id || crypto.randomUUID() }
    })

type Message = Pick<TemplateValues, 'textWa' | 'button'>
/**
 * @param fields keys of the fields that the place keeps of recipients
 * @throws Refusal template_placeholder for what every recipient would read as it stands (rule template-placeholders)
 */
export const mustFillAll = (message: Message, field: string, fields: readonly string[]): void => {
  const text = placeholderProblem(message, fields)
  if (text !== null) throw new Refusal('template_placeholder', { field, text })
}
const meant = (buttons: readonly TemplateButton[]): string =>
  JSON.stringify(buttons.map(({ title, url, type }) => [title, url, type]))
/**
 * Whether this save puts something before recipients that they would not have got without it (rule template-activation).
 * @param before null: it is a new template
 */
export const goesLive = (before: Template | null, after: TemplateValues): boolean => {
  if (after.status !== 'active') return false
  if (before?.status !== 'active') return true
  // until now only who is in a campaign got it
  if (before.only_campaigns && !after.onlyCampaigns) return true
  const isSame =
    before.text === after.text &&
    mediaAddress(after.media?.key ?? null) === before.media &&
    meant(before.button) === meant(after.button)
  return !isSame
}

/** @throws Refusal invalid_input for half a button, button_address, template_empty for nothing to say. */
export const planTemplate = (body: z.output<typeof templateBody>, media: TemplateMedia): TemplateValues => {
  const text = sanitizeCaption(body.text)
  const textWa = captionToWhatsapp(text)
  const button = wholeButtons(body.button)
  if (textWa === '' && media === null && button.length === 0) throw new Refusal('template_empty')
  return {
    name: body.name ?? '',
    topic: body.topic || null,
    text,
    textWa,
    button,
    status: body.status ?? 'nonactive',
    onlyCampaigns: body.only_campaigns ?? false,
    media,
  }
}
