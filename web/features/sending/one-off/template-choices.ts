// Templates to choose from: active ones in whose text every typed word stands, with a name made of their first words. Pure.
import type { Template } from '../../../../contract/sending/templates.ts'

export const SHOWN = 20
const NAME_CHARS = 80

/** media: what a template without a text is called. */
export const nameOf = ({ name, text_wa }: Template, media: string): string => {
  if (name !== '') return name
  const words = text_wa.replaceAll(/\s+/g, ' ').trim()
  if (words === '') return media
  return words.length > NAME_CHARS ? `${words.slice(0, NAME_CHARS).trimEnd()}…` : words
}
export const choicesOf = (templates: readonly Template[], typed: string): Template[] => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const has = ({ name, text_wa }: Template): boolean => {
    const said = `${name} ${text_wa}`.toLowerCase()
    return words.every((word) => said.includes(word))
  }
  return templates.filter((template) => template.status === 'active' && has(template)).slice(0, SHOWN)
}
