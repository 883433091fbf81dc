// Whether there is a line to the server. TanStack Query's onlineManager holds the answer: its queries pause without a line
// and go on with it. A loss is believed at once (the browser says so, or a live channel falls silent); a return only after
// an answer, since a phone in a tunnel may call itself online.
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Not one of the service worker's files, which it would answer by itself. */
const PROBE = '/favicon.svg'
const PROBE_TIMEOUT_MS = 4_000
const PROBE_PAUSES_MS = [500, 1_000, 2_000, 5_000]

let lostAt: number | null = null
let pending = new AbortController()
let isProbing = false

const answers = async (): Promise<boolean> => {
  if (!navigator.onLine) return false
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), PROBE_TIMEOUT_MS)
  try {
    await fetch(PROBE, { method: 'HEAD', cache: 'no-store', signal: patience.signal })
    return true
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
const lose = (): void => {
  lostAt ??= Date.now()
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
  for (let tries = 0; !(await answers()); tries += 1) {
    lose()
    giveUpPending()
    const pauseMs = PROBE_PAUSES_MS[Math.min(tries, PROBE_PAUSES_MS.length - 1)]
    await new Promise<void>((done) => {
      const timer = setTimeout(done, pauseMs)
      addEventListener('online', () => done(clearTimeout(timer)), { once: true })
    })
  }
  isProbing = false
  lostAt = null
  onlineManager.setOnline(true)
}

/** No answer came on a channel that always answers: taken as a loss until a probe is answered. */
export const lineSilent = (): void => {
  lose()
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

/** Epoch ms of the loss; null: there is a line. */
export const useLostAt = (): number | null => useSyncExternalStore(onLine, () => lostAt)
