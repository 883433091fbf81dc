// What a closed WhatsApp socket means, in the contract's words.
import { CONNECTION_LOST, LOGGED_OUT, CONNECTION_REPLACED, BAD_SESSION } from '../../contract/sending/whatsapp-codes.ts'
import { maskText } from '../../contract/ground/mask.ts'
import type { Closed } from '../session-port.ts'

/** An error in the shape that Baileys expects, with a status code. */
export const closeError = (message: string, statusCode: number): Error & { output: { statusCode: number } } =>
  Object.assign(new Error(message), { output: { statusCode } })

type Known = { message?: string; output?: { statusCode?: number }; data?: { tag?: string; attrs?: { type?: string } } }
/**
 * @param error what Baileys closed with; undefined when the runner itself closed
 * @param reachedWhatsapp a frame of WhatsApp's handshake had arrived
 */
export const readClose = (error: unknown, reachedWhatsapp: boolean, proxyFailed: boolean): Closed => {
  if (error === undefined || error === null)
    return { code: 0, detail: 'closed by the runner', reachedWhatsapp: true, proxyFailed: false }
  const known = error as Known
  const detail = maskText(known.message ?? 'unknown').slice(0, 300)
  // an HTTP status or a socket error before the handshake says nothing about the account
  if (!reachedWhatsapp) return { code: CONNECTION_LOST, detail, reachedWhatsapp, proxyFailed }
  const conflict = known.data?.tag === 'conflict' ? known.data.attrs?.type : undefined
  const code =
    conflict === 'device_removed'
      ? LOGGED_OUT
      : conflict === 'replaced'
        ? CONNECTION_REPLACED
        : (known.output?.statusCode ?? BAD_SESSION)
  return { code, detail, reachedWhatsapp, proxyFailed: false }
}
