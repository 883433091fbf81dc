// The text that one recipient gets: a template with WhatsApp's marks, links, buttons as lines, and always a way to stop (rules
// caption, buttons, way-out). The server sends it and the editor previews it with the same functions. Pure.
import { buttonAddress, isCaptionLink } from '../ground/addresses.ts'
import { plainValue } from '../recipients/plain-value.ts'
import { OPT_OUT_LINE } from '../recipients/opt-out.ts'

/** A node of a caption's HTML, whichever parser made it: a text, or a tag with its link's address. */
export type CaptionNode = string | { name: string; href: string; children: readonly CaptionNode[] }

const MARKS: Record<string, string> = { b: '*', strong: '*', i: '_', em: '_', s: '~' }
const STOP_LINE = 'Balas BERHENTI untuk berhenti'
/** What a caption may hold that is filled for each recipient, beside the fields that the place keeps of them (rule recipient-fields). */
const PLACEHOLDERS = ['{name}', '{phoneNumber}'] as const
/** One word or several in braces, also doubled or marked, as other programs write theirs; JSON and empty braces are none. */
const IN_BRACES = /\{+[\s\p{Cf}*_~]*[\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Cf} .*_~-]{0,60}\}+/gu
const bracesOf = (text: string): string[] => text.replace(/%7b/gi, '{').replace(/%7d/gi, '}').match(IN_BRACES) ?? []
/** The word for a recipient without a name. */
const NOBODYS_NAME = 'Kak'

/** A mark must end on its line and touch its words, or WhatsApp shows it as a character; addresses get no marks. */
const mark = (sign: string, text: string): string =>
  text
    .split('\n')
    .map((line) => {
      const words = line.trim()
      if (words === '' || /^[a-z]+:\/\/\S+$/.test(words)) return line
      return line.replace(words, () => `${sign}${words}${sign}`)
    })
    .join('\n')

const textOf = (nodes: readonly CaptionNode[]): string => nodes.map(nodeText).join('')
const nodeText = (node: CaptionNode): string => {
  if (typeof node === 'string') return node.replace(/[ \t\r\n]+/g, ' ')
  if (node.name === 'br') return '\n'
  const inside = textOf(node.children)
  const sign = MARKS[node.name]
  if (sign) return mark(sign, inside)
  if (node.name === 'p') return `${inside}\n`
  if (node.name !== 'a' || !isCaptionLink(node.href)) return inside
  const words = inside.trim()
  return words === node.href || words === '' ? `${node.href}\n` : `${inside}\n${node.href}\n`
}

/** *bold*, _italic_, ~struck~; a link becomes its text and, on a new line, its address. */
export const captionText = (caption: readonly CaptionNode[]): string =>
  textOf(caption)
    .replace(/\u00a0/g, ' ')
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

type Button = { title: string; url: string; type: string }
/** Templates of older versions may hold any address: one that must not be sent is left out, and its title is sent alone. */
const buttonLine = (button: Button): string => {
  if (button.type === 'stop_button') return STOP_LINE
  const address = buttonAddress(button) ?? ''
  return button.title !== '' && address !== '' ? `${button.title}: ${address}` : button.title || address
}

const placeholdersOf = (fields: readonly string[]): string[] => [...PLACEHOLDERS, ...fields.map((key) => `{${key}}`)]
/** Fields that a text has a placeholder of. */
export const fieldsIn = (textWa: string, fields: readonly string[]): string[] =>
  fields.filter((key) => textWa.includes(`{${key}}`))
/** What a person's message gets for each field: their value, else its fallback. Values of fields that are gone are left out. */
export const filledFields = (
  fallbacks: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fallbacks).map(([key, fallback]) => [
      key,
      (Object.hasOwn(values, key) && plainValue(values[key] ?? '')) || plainValue(fallback),
    ]),
  )

/**
 * Placeholders that every recipient would read as they stand: those of a caption that `renderMessage` does not know, and all of
 * buttons, where it fills none (rule template-placeholders).
 * @param fields keys of the fields that the place keeps
 */
export const unfilledPlaceholders = (
  template: { textWa: string; button: readonly Button[] },
  fields: readonly string[] = [],
): string[] => {
  const known: readonly string[] = placeholdersOf(fields)
  const inCaption = bracesOf(template.textWa).filter((found) => !known.includes(found))
  const inButtons = template.button.filter(({ type }) => type !== 'stop_button')
  return [...new Set([...inCaption, ...inButtons.flatMap(({ title, url }) => bracesOf(`${title} ${url}`))])]
}
/** Why a message must not go to anybody, with the placeholders that are filled; null: nothing would be read as it stands. */
export const placeholderProblem = (
  template: Parameters<typeof unfilledPlaceholders>[0],
  fields: readonly string[] = [],
): string | null => {
  const found = unfilledPlaceholders(template, fields)
  if (found.length === 0) return null
  const shown = found.slice(0, 5).map((text) => text.slice(0, 60))
  const all = placeholdersOf(fields)
  const known = `${all.slice(0, -1).join(', ')} dan ${all.at(-1)}`
  return `${shown.join(', ')} akan terkirim apa adanya. Yang diisi per penerima hanya ${known}, di teks pesan saja.`
}

/** All that is filled, in one pass: what stands in a person's name or value is never filled again. */
const FILLED = /\{([a-zA-Z][a-zA-Z0-9_]{0,29})\}/g
/** The caption with its placeholders filled, the buttons as lines, and always a way to stop. */
export const renderMessage = (
  template: { textWa: string; button: readonly Button[] },
  /** fields: by key, what stands for each (`filledFields`); absent: none is filled. */
  person: { name: string; phoneNumber: string; fields?: Readonly<Record<string, string>> | undefined },
): string => {
  const name = person.name.trim() || NOBODYS_NAME
  const fields = person.fields ?? {}
  const caption = template.textWa.replace(FILLED, (as: string, key: string) => {
    if (key === 'name') return name
    if (key === 'phoneNumber') return person.phoneNumber
    return Object.hasOwn(fields, key) ? (fields[key] ?? as) : as
  })
  const lines = template.button.map(buttonLine).filter((line) => line.trim() !== '')
  const stops = template.button.some(({ type }) => type === 'stop_button')
  return [caption.trim(), lines.join('\n'), stops ? '' : OPT_OUT_LINE].filter((part) => part !== '').join('\n\n')
}
