// Asks WhatsApp which numbers are registered, because a message to an unregistered one would be acknowledged all the same.
// Baileys' own look-up drops errors inside an answer and leaves out unregistered numbers, so that a refusal would read as "not
// on WhatsApp". Therefore the answer is read here, and only an explicit entry counts.
import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  jidDecode,
  type WASocket,
} from '@whiskeysockets/baileys'
import { Refused } from '../sender.ts'

const SERVER = '@s.whatsapp.net'
const ANSWER_MS = 20_000

/** WhatsApp's own error code in what Baileys throws; null: it has none. */
export const errorCodeOf = (error: unknown): number | null => {
  const code = error instanceof Error && 'data' in error ? Number(error.data) : Number.NaN
  return Number.isInteger(code) ? code : null
}
const numberOrNull = (text: string | undefined): number | null => {
  const value = Number(text)
  return text !== undefined && Number.isFinite(value) ? value : null
}

const question = (sid: string, numbers: readonly string[]): BinaryNode => ({
  tag: 'iq',
  attrs: { to: SERVER, type: 'get', xmlns: 'usync' },
  content: [
    {
      tag: 'usync',
      attrs: { context: 'interactive', mode: 'query', sid, last: 'true', index: '0' },
      content: [
        { tag: 'query', attrs: {}, content: [{ tag: 'contact', attrs: {} }] },
        {
          tag: 'list',
          attrs: {},
          content: numbers.map((number) => ({
            tag: 'user',
            attrs: {},
            content: [{ tag: 'contact', attrs: {}, content: `+${number}` }],
          })),
        },
      ],
    },
  ],
})

const textOf = ({ content }: BinaryNode): string =>
  typeof content === 'string' ? content : content instanceof Uint8Array ? Buffer.from(content).toString('utf8') : ''

/** The requested number that this entry answers: it has the number as it was sent, or WhatsApp's own id of it. */
const numberOf = (user: BinaryNode, contact: BinaryNode, requested: ReadonlySet<string>): string | null => {
  const typed = textOf(contact).replace(/\D/g, '')
  if (requested.has(typed)) return typed
  const known = jidDecode(user.attrs.jid)?.user ?? ''
  if (requested.has(known)) return known
  // a single requested number is meant even when WhatsApp answers with another id
  const [only] = requested
  return requested.size === 1 && only !== undefined ? only : null
}

/** @throws Refused when WhatsApp put an error into its answer */
export const readAnswer = (answer: BinaryNode, numbers: readonly string[]): Map<string, boolean> => {
  const requested = new Set(numbers)
  const usync = getBinaryNodeChild(answer, 'usync')
  const protocol = getBinaryNodeChild(getBinaryNodeChild(usync, 'result'), 'contact')
  const error = getBinaryNodeChild(protocol, 'error')
  if (error)
    throw new Refused('the look-up was refused', numberOrNull(error.attrs.code), numberOrNull(error.attrs.backoff))
  const found = new Map<string, boolean>()
  for (const user of getBinaryNodeChildren(getBinaryNodeChild(usync, 'list'), 'user')) {
    const contact = getBinaryNodeChild(user, 'contact')
    const { type } = contact?.attrs ?? {}
    if (!contact || type === undefined || getBinaryNodeChild(contact, 'error')) continue
    const number = numberOf(user, contact, requested)
    if (number !== null) found.set(number, type === 'in')
  }
  return found
}

/**
 * Whether each number is registered; numbers without an explicit answer are missing.
 * @throws Refused when it answered with an error, or not at all
 */
export const lookUp = async (sock: WASocket, numbers: readonly string[]): Promise<Map<string, boolean>> => {
  let answer: BinaryNode | undefined
  try {
    answer = (await sock.query(question(sock.generateMessageTag(), numbers), ANSWER_MS)) as BinaryNode | undefined
  } catch (error) {
    throw new Refused('the look-up was refused', errorCodeOf(error))
  }
  if (!answer) throw new Refused('WhatsApp did not answer the look-up', null)
  return readAnswer(answer, numbers)
}
