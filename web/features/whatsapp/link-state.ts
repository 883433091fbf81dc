// The steps of linking as a pure state machine: what the page shows follows from the person's requests and the events.
import type { EventName } from '../../../contract/events.ts'
import {
  CODE_TTL_S,
  CREATING_TTL_S,
  LINK_FAILURES,
  type LinkFailure,
  QR_FIRST_TTL_S,
} from '../../../contract/whatsapp.ts'
import type { LiveEvent } from '../../realtime/events.ts'
import { createTexts as texts } from '../../texts/indonesian.ts'

export type LinkState =
  | { step: 'idle'; failure: string | null }
  /** `until`: end of the Generating... countdown. */
  | { step: 'creating'; until: number }
  | { step: 'qr'; qr: string; until: number }
  | { step: 'code'; code: string; until: number }
  | { step: 'done' }

export type LinkAct =
  | { type: 'ask'; now: number }
  | { type: 'refused'; text: string }
  | { type: 'expired' }
  | { type: 'switched' }
  | { type: 'event'; event: LiveEvent; now: number }

export const START: LinkState = { step: 'idle', failure: null }
/** Events that count also in step idle: a QR may follow an expired one, and a scan may come late. */
const EVENTS_WHILE_IDLE: readonly EventName[] = ['qr', 'code', 'authenticated']

const failureText = (reason: string | undefined, msg: string | undefined): string =>
  (reason !== undefined && reason in LINK_FAILURES ? LINK_FAILURES[reason as LinkFailure] : msg) ??
  LINK_FAILURES.no_answer

const withWait = (text: string, waitTime = 0): string => (waitTime > 0 ? `${text} ${texts.tryAgainIn(waitTime)}` : text)

const onEvent = (state: LinkState, { event, payload }: LiveEvent, now: number): LinkState => {
  if (state.step === 'idle' && !EVENTS_WHILE_IDLE.includes(event)) return state
  switch (event) {
    case 'qr':
      if (!payload.qr) return state
      return { step: 'qr', qr: payload.qr, until: now + (payload.ttl ?? QR_FIRST_TTL_S) * 1000 }
    case 'code':
      if (payload.code === undefined) return state
      return { step: 'code', code: String(payload.code), until: now + (payload.ttl ?? CODE_TTL_S) * 1000 }
    case 'authenticated':
      return { step: 'done' }
    case 'connection.update':
      return payload.state === 'connected' ? { step: 'done' } : state
    case 'link_failed':
      return { step: 'idle', failure: withWait(failureText(payload.reason, payload.msg), payload.waitTime) }
    case 'proxy_unavailable':
    case 'proxy_error':
      return { step: 'idle', failure: LINK_FAILURES[event] }
    default:
      return state
  }
}

export const linkStep = (state: LinkState, act: LinkAct): LinkState => {
  if (state.step === 'done') return state
  switch (act.type) {
    case 'ask':
      return { step: 'creating', until: act.now + CREATING_TTL_S * 1000 }
    case 'refused':
      return { step: 'idle', failure: act.text }
    case 'expired':
      return state.step === 'qr' || state.step === 'code' ? { step: 'idle', failure: LINK_FAILURES.expired } : state
    case 'switched':
      return START
    case 'event':
      return onEvent(state, act.event, act.now)
    default:
      return act satisfies never
  }
}
