// Figures and lists of money that follow a channel's events.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { refresh, type Subject } from '../lib/api/query-keys.ts'
import { useRealtime, whenOpen } from './use-realtime.ts'

/** A channel that takes longer than this to open is covered by the next load. */
const OPENING_MS = 30_000

/** The subjects are fetched again after each event about a balance or a withdraw; what happened before the channel was open, once it is. */
export const useLiveMoney = (deviceId: string, subjects: readonly Subject[]): void => {
  const cache = useQueryClient()
  const refreshAll = (): void => void refresh(cache, ...subjects)
  useRealtime(deviceId, (events) => {
    if (events.some(({ event }) => event === 'balance' || event === 'withdraw')) refreshAll()
  })
  const onOpen = useEffectEvent(refreshAll)
  useEffect(() => {
    let here = true
    void whenOpen(deviceId, OPENING_MS).then((open) => open && here && onOpen())
    return () => void (here = false)
  }, [deviceId])
}
