// Starting and stopping a blast: the row says what was asked until an event, or a fetch, says it is so.
import { useEffect, useRef } from 'react'
import type { RunStatus } from '../../../contract/whatsapp.ts'
import { errorText } from '../../lib/api/http.ts'
import type { LiveAccount } from '../../realtime/apply-event.ts'
import { whatsappTexts as texts } from '../../texts/indonesian.ts'
import { notify } from '../../ui/notify.tsx'
import { startBlasting, stopBlasting, useAccountRows } from './api.ts'

/** No event by then: look. The last one gives up; a stop first finishes the message in flight. */
const LOOK_AFTER_MS: Record<RunStatus, readonly number[]> = { sending: [3_000, 15_000], idle: [4_000, 20_000, 65_000] }

export const useBlast = () => {
  const rows = useAccountRows()
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const pending = timers.current
    return () => {
      for (const timer of pending) clearTimeout(timer)
    }
  }, [])

  const lookLater = (id: string, wanted: RunStatus): void => {
    const times = LOOK_AFTER_MS[wanted]
    times.forEach((ms, index) => {
      const timer = setTimeout(() => {
        timers.current.delete(timer)
        if (rows.rowOf(id)?.requesting !== wanted) return
        if (index === times.length - 1) rows.setRequesting(id, null)
        rows.refetch()
      }, ms)
      timers.current.add(timer)
    })
  }

  const ask = async (account: LiveAccount, wanted: RunStatus): Promise<void> => {
    rows.setRequesting(account.id, wanted)
    try {
      await (wanted === 'sending' ? startBlasting(account) : stopBlasting(account))
      lookLater(account.id, wanted)
    } catch (error) {
      rows.setRequesting(account.id, null)
      const text = errorText(error)
      notify.error(wanted === 'sending' ? texts.startFailed(text.replace(/[.!]+$/, '')) : text)
      rows.refetch()
    }
  }
  return {
    start: (account: LiveAccount) => void ask(account, 'sending'),
    stop: (account: LiveAccount) => void ask(account, 'idle'),
  }
}
