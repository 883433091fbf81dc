// The steps of linking as a pure state machine: what the page shows follows from the person's requests and the events.
import type { BrowserEvent, EventName } from '../../../../contract/operation/events.ts'
import { LINK_FAILURES, type LinkFailure } from '../../../../contract/sending/link-failures.ts'
import { type AccountState, CREATING_TTL_S } from '../../../../contract/sending/whatsapp.ts'
import { createTexts as texts, fromServer } from '../../../texts/indonesian.ts'

/** reason: the refusal's or the event's; null: none that this page knows a next step for. */
export type LinkTrouble = { text: string; reason: string | null }
export type LinkState =
  | { step: 'idle'; failure: LinkTrouble | null }
  /** `until`: end of the Generating... countdown. */
  | { step: 'creating'; until: number }
  | { step: 'qr'; qr: string; until: number }
  | { step: 'code'; code: string; until: number }
  /** state: what the account is now; a suspension and a restriction outlast the link. */
  | { step: 'done'; state: AccountState }

export type LinkAct =
  | { type: 'ask'; now: number }
  | { type: 'refused'; failure: LinkTrouble }
  | { type: 'expired' }
  | { type: 'switched' }
  /** The row says that the account is linked; its event was missed. */
  | { type: 'linked' }
  | { type: 'event'; event: BrowserEvent; now: number }

export const START: LinkState = { step: 'idle', failure: null }
/** After a failure a QR may follow an expired one. Without one nothing was asked for: it belongs to the mode that was left. */
const EVENTS_AFTER_FAILURE: readonly EventName[] = ['qr', 'code']
const isHeard = (state: LinkState, event: EventName): boolean =>
  state.step !== 'idle' ||
  // a scan may come late
  event === 'authenticated' ||
  (state.failure !== null && EVENTS_AFTER_FAILURE.includes(event))

/** What ran out is called as it was shown; where nothing was, both are named. */
const expiredText = ({ step }: LinkState): string =>
  step === 'qr' || step === 'code' ? texts.expired[step] : fromServer(LINK_FAILURES.expired)
const failureText = (reason: string | undefined, msg: string | undefined): string =>
  fromServer(
    (reason !== undefined && reason in LINK_FAILURES ? LINK_FAILURES[reason as LinkFailure] : msg) ??
      LINK_FAILURES.no_answer,
  )

const withWait = (text: string, waitTime = 0): string => (waitTime > 0 ? `${text} ${texts.tryAgainIn(waitTime)}` : text)

const failed = (reason: string, text: string): LinkState => ({ step: 'idle', failure: { text, reason } })

const onEvent = (state: LinkState, { event, payload }: BrowserEvent, now: number): LinkState => {
  if (!isHeard(state, event)) return state
  switch (event) {
    case 'qr':
      return { step: 'qr', qr: payload.qr, until: now + payload.ttl * 1000 }
    case 'code':
      return { step: 'code', code: payload.code, until: now + payload.ttl * 1000 }
    case 'authenticated':
      return { step: 'done', state: payload.state ?? 'connected' }
    case 'connection.update':
      return payload.state === 'connected' ? { step: 'done', state: payload.state } : state
    case 'link_failed':
      return failed(
        payload.reason,
        payload.reason === 'expired'
          ? expiredText(state)
          : withWait(failureText(payload.reason, payload.msg), payload.waitTime),
      )
    case 'proxy_unavailable':
    case 'proxy_error':
      return failed(event, fromServer(LINK_FAILURES[event]))
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
      return { step: 'idle', failure: act.failure }
    case 'expired':
      return state.step === 'qr' || state.step === 'code' ? failed('expired', expiredText(state)) : state
    case 'switched':
      return START
    case 'linked':
      return { step: 'done', state: 'connected' }
    case 'event':
      return onEvent(state, act.event, act.now)
    default:
      return act satisfies never
  }
}
