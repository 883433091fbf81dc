// Keeps the rows live by the admins' channel. Values that are settled later are fetched again, at most once in a few seconds.
import { useEffect, useRef } from 'react'
import type { BrowserEvent } from '../../../../contract/operation/events.ts'
import { ADMIN_CLIENT_ID } from '../../../../contract/ground/channels.ts'
import type { PhoneRow } from '../../../../contract/recipients/phone-numbers.ts'
import { useRows } from '../../../lib/lists/use-rows.ts'
import { useRealtime } from '../../../realtime/use-realtime.ts'
import { applyPhoneEvents, unsettles } from './apply-phone-events.ts'

const SETTLED_PAUSE_MS = 3_000

/** @param shown the numbers on the screen, whose events are requested */
export const useLivePhones = (shown: readonly string[]): void => {
  const rows = useRows<PhoneRow>('phone-numbers')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onEvents = (events: BrowserEvent[]): void => {
    rows.change((list) => applyPhoneEvents(list, events))
    if (!unsettles(events) || timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      rows.refetch()
    }, SETTLED_PAUSE_MS)
  }
  useRealtime(ADMIN_CLIENT_ID, onEvents, { watch: { numbers: [...shown] } })
}
