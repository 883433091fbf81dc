// Whether there is a line to the server, and where there is none, whether the line or the server alone is lost. TanStack Query's onlineManager holds the answer: its queries pause without a line
// and go on with it. A loss is believed at once (the browser says so, or a live channel falls silent); a return only after
// an answer, since a phone in a tunnel may call itself online.
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { SERVER_TIME_HEADER } from '../../../contract/ground/server-time.ts'

/** The API itself, which asks nothing else for its answer. */
const API = '/api/livez'
/** Who serves the page. Not one of the service worker's files, which it would answer by itself. */
const PAGE = '/favicon.svg'
const PROBE_TIMEOUT_MS = 4_000
const PROBE_PAUSES_MS = [500, 1_000, 2_000, 5_000]

/** line: nothing answers. server: the page's files come, the API does not. unknown: it is being found out. */
export type Lost = { at: number; what: 'line' | 'server' | 'unknown' }
let lost: Lost | null = null
const listeners = new Set<() => void>()
const setLost = (next: Lost | null): void => {
  lost = next
  for (const listener of listeners) listener()
}
let pending = new AbortController()
let isProbing = false

const answers = async (path: string, isAnswer: (response: Response) => boolean): Promise<boolean> => {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), PROBE_TIMEOUT_MS)
  try {
    return isAnswer(await fetch(path, { cache: 'no-store', signal: patience.signal }))
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
/** An answer of the platform in place of the API says that the API is not there. */
const isOfApi = ({ headers }: Response): boolean => headers.has(SERVER_TIME_HEADER)
/** null: the API answers. */
const whatIsLost = async (): Promise<Lost['what'] | null> => {
  if (!navigator.onLine) return 'line'
  const [isApi, isPage] = await Promise.all([answers(API, isOfApi), answers(PAGE, () => true)])
  return isApi ? null : isPage ? 'server' : 'line'
}
const lose = (what: Lost['what']): void => {
  if (lost?.what !== what) setLost({ at: lost?.at ?? Date.now(), what })
  onlineManager.setOnline(false)
}
/** A write without an answer must not arrive minutes later, when its person has long gone on to something else. */
const giveUpPending = (): void => {
  pending.abort()
  pending = new AbortController()
}
const probe = async (): Promise<void> => {
  if (isProbing) return
  isProbing = true
  let what = await whatIsLost()
  for (let tries = 0; what !== null; tries += 1) {
    lose(what)
    giveUpPending()
    const pauseMs = PROBE_PAUSES_MS[Math.min(tries, PROBE_PAUSES_MS.length - 1)]
    await new Promise<void>((done) => {
      const timer = setTimeout(done, pauseMs)
      addEventListener('online', () => done(clearTimeout(timer)), { once: true })
    })
    what = await whatIsLost()
  }
  isProbing = false
  setLost(null)
  onlineManager.setOnline(true)
}

/** No answer came on a channel that always answers: taken as a loss until a probe is answered. */
export const lineSilent = (): void => {
  lose(navigator.onLine ? (lost?.what ?? 'unknown') : 'line')
  void probe()
}
/** A call failed before any answer: perhaps the line, perhaps not. */
export const lineSuspect = (): void => void probe()

// In place of its own listener, which believes every `online`.
onlineManager.setEventListener(() => {
  addEventListener('offline', lineSilent)
  return () => removeEventListener('offline', lineSilent)
})
if (!navigator.onLine) lineSilent()

export const isOnline = (): boolean => onlineManager.isOnline()
/** Aborts when the line is lost for certain. */
export const untilLost = (): AbortSignal => pending.signal
/** @returns the end of the subscription */
export const onLine = (listener: (online: boolean) => void): (() => void) => onlineManager.subscribe(listener)

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** What is lost since when (epoch ms); null: the API answers. */
export const whatLost = (): Lost | null => lost
export const useLostLine = (): Lost | null => useSyncExternalStore(subscribe, whatLost)
