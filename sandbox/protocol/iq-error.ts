// WhatsApp's refusal of a query: `iq type=error` › `error{code,text}`, with the texts WhatsApp uses.
import type { Connection } from './connection.ts'
import { make, type Node, SERVER } from './nodes.ts'

export const ERROR_TEXTS: Record<number, string> = {
  400: 'bad-request',
  401: 'not-authorized',
  403: 'forbidden',
  404: 'item-not-found',
  405: 'not-allowed',
  406: 'not-acceptable',
  410: 'gone',
  419: 'resource-limit',
  423: 'locked',
  429: 'rate-overlimit',
  463: 'reachout-timelock',
  500: 'internal-server-error',
  501: 'feature-not-implemented',
  503: 'service-unavailable',
}

/** An answer comes from whom the query was addressed to. */
export const answerFrom = (iq: Node): string => iq.attrs.to ?? SERVER

export function refuseQuery(connection: Connection, iq: Node, code: number, backoff?: number): void {
  const error = make('error', {
    code: String(code),
    text: ERROR_TEXTS[code] ?? 'error',
    ...(backoff === undefined ? {} : { backoff: String(backoff) }),
  })
  connection.send(make('iq', { from: answerFrom(iq), type: 'error', id: iq.attrs.id ?? '' }, [error]))
}
