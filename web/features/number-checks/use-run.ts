// Starting and stopping a job: the row says what was asked until an event, or a fetch, says it is so.
import { useEffect, useRef } from 'react'
import type { CheckKind } from '../../../contract/number-checks.ts'
import type { RunStatus } from '../../../contract/whatsapp.ts'
import { errorText } from '../../lib/api/http.ts'
import { useRows } from '../../lib/lists/use-rows.ts'
import { notify } from '../../ui/notify.tsx'
import { startCheck, stopCheck } from './api.ts'
import type { Live } from './apply-check-events.ts'
import { LISTS } from './kinds.ts'

/** No event by then: look. The last one gives up; a stop first finishes the query in flight. */
const LOOK_AFTER_MS: readonly number[] = [2_000, 10_000, 65_000]

export const useRun = (kind: CheckKind) => {
  const rows = useRows<Live>(LISTS[kind])
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const pending = timers.current
    return () => {
      for (const timer of pending) clearTimeout(timer)
    }
  }, [])
  const isAsked = (row: Live, id: string, wanted: RunStatus): boolean => row.id === id && row.asked === wanted
  const mark = (id: string, asked: RunStatus | null): void =>
    rows.change((list) => list.map((row) => (row.id === id ? { ...row, asked } : row)))

  const lookLater = (id: string, wanted: RunStatus): void =>
    LOOK_AFTER_MS.forEach((ms, index) => {
      const timer = setTimeout(() => {
        timers.current.delete(timer)
        if (!rows.find((row) => isAsked(row, id, wanted))) return
        if (index === LOOK_AFTER_MS.length - 1) mark(id, null)
        void rows.refetch()
      }, ms)
      timers.current.add(timer)
    })
  const ask = async (row: Live, wanted: RunStatus): Promise<void> => {
    mark(row.id, wanted)
    try {
      await (wanted === 'sending' ? startCheck(kind, row.id) : stopCheck(kind, row.id))
      lookLater(row.id, wanted)
    } catch (error) {
      mark(row.id, null)
      notify.error(errorText(error))
      void rows.refetch()
    }
  }
  return {
    start: (row: Live) => void ask(row, 'sending'),
    stop: (row: Live) => void ask(row, 'idle'),
  }
}
