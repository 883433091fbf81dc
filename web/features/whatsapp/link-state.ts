// The steps of linking as a pure state machine: what the page shows follows from the person's requests and the events.
import type { BrowserEvent, EventName } from '../../../contract/events.ts'
import { CREATING_TTL_S, LINK_FAILURES, type LinkFailure } from '../../../contract/whatsapp.ts'
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
  /** The row says that the account is linked; its event was missed. */
  | { type: 'linked' }
  | { type: 'event'; event: BrowserEvent; now: number }

export const START: LinkState = { step: 'idle', failure: null }
/** Events that count also in step idle: a QR may follow an expired one, and a scan may come late. */
const EVENTS_WHILE_IDLE: readonly EventName[] = ['qr', 'code', 'authenticated']

const failureText = (reason: string | undefined, msg: string | undefined): string =>
  (reason !== undefined && reason in LINK_FAILURES ? LINK_FAILURES[reason as LinkFailure] : msg) ??
  LINK_FAILURES.no_answer

const withWait = (text: string, waitTime = 0): string => (waitTime > 0 ? `${text} ${texts.tryAgainIn(waitTime)}` : text)

const onEvent = (state: LinkState, { event, payload }: BrowserEvent, now: number): LinkState => {
  if (state.step === 'idle' && !EVENTS_WHILE_IDLE.includes(event)) return state
  switch (event) {
    case 'qr':
      return { step: 'qr', qr: payload.qr, until: now + payload.ttl * 1000 }
    case 'code':
      return { step: 'code', code: payload.code, until: now + payload.ttl * 1000 }
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
    case 'linked':
      return { step: 'done' }
    case 'event':
      return onEvent(state, act.event, act.now)
    default:
      return act satisfies never
  }
}
