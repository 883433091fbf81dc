// The events as rows of the realtime monitor. Pure.
import type { BrowserEvent, EventPayload } from '../../../../contract/operation/events.ts'

export const KEPT = 500
export type Line = {
  key: number
  /** ISO time. */
  date: string
  event: string
  state: string | null
  status: string | null
  reconnects: number | null
  waitS: number | null
  number: string | null
}

/** An event matches by its device id, its sender id, or another name of the same account. Without an id every event matches. */
export const isAbout = ({ payload }: BrowserEvent, id: string): boolean =>
  id === '' ||
  [payload.deviceId, payload.clientId, payload.whatsappId, payload.sender?.id, payload.sender?.clientid].includes(id)

const lineOf = ({ event, payload }: { event: string; payload: EventPayload }, key: number, now: string): Line => ({
  key,
  date: payload.date ?? now,
  event,
  state: payload.state ?? payload.sender?.state ?? null,
  status: payload.status ?? payload.sender?.status ?? null,
  reconnects: payload.reconnectTime ?? null,
  waitS: payload.waitTime ?? null,
  number: payload.number ?? payload.current_number ?? payload.phonenumber ?? null,
})

/** The newest first, and no more than the list keeps. */
export const addLines = (lines: readonly Line[], events: readonly BrowserEvent[], id: string, now: string): Line[] => {
  let key = lines[0]?.key ?? 0
  const fresh = events.filter((event) => isAbout(event, id)).map((event) => lineOf(event, ++key, now))
  return fresh.length === 0 ? (lines as Line[]) : [...fresh.toReversed(), ...lines].slice(0, KEPT)
}

export type Look = 'yellow' | 'green' | null
export const lookOf = (event: string): Look =>
  event === 'connection.update' ? 'yellow' : event === 'authenticated' ? 'green' : null
