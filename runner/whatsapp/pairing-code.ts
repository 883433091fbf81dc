// Returns a pairing code only after WhatsApp has accepted the request for it. Baileys returns the code as soon as the request
// has left and never reads the answer, so a member could be shown a code that does not work.
import { type BinaryNode, getBinaryNodeChild, type WASocket } from '@whiskeysockets/baileys'
import { Refused } from '../sender.ts'

const ANSWER_MS = 20_000
const numberOrNull = (text: string | undefined): number | null => (text === undefined ? null : Number(text))

/**
 * Before the login nothing else is asked of WhatsApp, so the first answer that is an error, or that names the request, is
 * the answer.
 */
const answered = (sock: WASocket): { promise: Promise<void>; stop: () => void } => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const accepted = ({ attrs }: BinaryNode): void => {
    if (attrs.type === 'result') resolve()
  }
  const refused = (node: BinaryNode): void => {
    const { code, backoff } = getBinaryNodeChild(node, 'error')?.attrs ?? {}
    reject(new Refused('no pairing code is given', numberOrNull(code) ?? 0, numberOrNull(backoff)))
  }
  const timer = setTimeout(() => reject(new Refused('WhatsApp did not answer', null)), ANSWER_MS)
  sock.ws.on('CB:iq,,link_code_companion_reg', accepted)
  sock.ws.on('CB:iq,type:error', refused)
  return {
    promise,
    stop: () => {
      clearTimeout(timer)
      sock.ws.off('CB:iq,,link_code_companion_reg', accepted)
      sock.ws.off('CB:iq,type:error', refused)
    },
  }
}

/** Only after WhatsApp has offered pairing. @throws Refused with WhatsApp's code and pause */
export const askPairingCode = async (sock: WASocket, phone: string): Promise<string> => {
  const answer = answered(sock)
  // it may reject before it is awaited below, which would be an unhandled rejection
  answer.promise.catch(() => undefined)
  try {
    const code = await sock.requestPairingCode(phone)
    await answer.promise
    return code
  } finally {
    answer.stop()
  }
}
