// Turns the items of messages.json into templates by the form's rules; media must be in the bucket already.
import { z } from 'zod'
import { Refusal } from '../../../contract/ground/errors.ts'
import { placeholderProblem } from '../../../contract/sending/message-text.ts'
import { templateBody } from '../../../contract/sending/templates.ts'
import { orderedId } from '../../recipients/imports/ordered-id.ts'
import type { Skip } from '../../recipients/imports/store.ts'
import type { TemplateItem } from './import-store.ts'
import { planTemplate } from './plan-template.ts'
import { MEDIA_PREFIX } from './present.ts'
import type { TemplateMedia } from './store.ts'

/** Media by its key; null: it is not in the bucket. */
export type FindMedia = (key: string) => Promise<{ type: string } | null>

const file = z.object({ media: z.string().max(500).nullish(), button: z.unknown(), buttons: z.unknown() }).partial()
const keyOf = (media: string): string | null => {
  const name = /^\/api\/media\/([\w.-]+)$/.exec(media)?.[1]
  return name ? `${MEDIA_PREFIX}${name}` : null
}
const mediaOf = async (media: string | null | undefined, find: FindMedia): Promise<TemplateMedia | 'missing'> => {
  if (!media) return null
  const key = keyOf(media)
  const found = key === null ? null : await find(key)
  return key === null || found === null ? 'missing' : { key, type: found.type, name: key.slice(MEDIA_PREFIX.length) }
}

/** row: that of the first item; fields: keys of the fields that the place keeps of recipients. */
export const planTemplates = async (
  items: readonly unknown[],
  row: number,
  find: FindMedia,
  fields: readonly string[] = [],
): Promise<{ items: TemplateItem[]; skips: Skip[] }> => {
  const skips: Skip[] = []
  const fresh = new Map<string, TemplateItem>()
  for (const [i, item] of items.entries()) {
    const r = row + i
    const shell = file.safeParse(item)
    const body = templateBody.safeParse({
      ...(item as object),
      button: shell.data?.button ?? shell.data?.buttons ?? [],
    })
    const words = body.success ? body.data.text : ''
    const skip = (reason: Skip['reason']): void =>
      void skips.push({ row: r, value: words.slice(0, 200), name: '', reason })
    const media = shell.success && body.success ? await mediaOf(shell.data.media, find) : null
    if (media === 'missing') {
      skip('media')
      continue
    }
    try {
      if (!body.success) throw body.error
      const { button, ...values } = planTemplate(body.data, media)
      // the list says beside it why it is a draft (rule template-placeholders)
      const status = placeholderProblem({ ...values, button }, fields) === null ? values.status : 'nonactive'
      const planned = { r, i: orderedId(r), b: JSON.stringify(button), ...values, status } as const
      const same = JSON.stringify([values.text, button.map((b) => [b.title, b.url, b.type]), media?.key])
      if (fresh.has(same)) skip('duplicate')
      else fresh.set(same, planned)
    } catch (error) {
      skip(error instanceof Refusal && error.code === 'button_address' ? 'address' : 'invalid')
    }
  }
  return { items: [...fresh.values()], skips }
}
