// Takes an import back: counted first, with why the others stay (rule bulk-acts).
import { useEffect, useState } from 'react'
import type { UnimportCount } from '../../../contract/recipients/bulk-acts.ts'
import type { ListedImport } from '../../../contract/recipients/imports.ts'
import { bulkTexts, common, segmentTexts } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { call, errorText } from '../api/http.ts'
import { useAction } from '../api/use-action.ts'
import { formatNumber } from '../format/format.ts'

const { unimport: texts } = bulkTexts
type Counted = Pick<UnimportCount, 'people' | 'stays'> & { isExact: boolean; failure: string | null }
const NOTHING: Counted = {
  people: 0,
  stays: { written: 0, stopped: 0, edited: 0, tagged: 0 },
  isExact: false,
  failure: null,
}
const added = (count: Counted, { people, stays, next }: UnimportCount): Counted => ({
  people: count.people + people,
  stays: {
    written: count.stays.written + stays.written,
    stopped: count.stays.stopped + stays.stopped,
    edited: count.stays.edited + stays.edited,
    tagged: count.stays.tagged + stays.tagged,
  },
  isExact: next === null,
  failure: null,
})
const useUnused = (id: string): Counted => {
  const [count, setCount] = useState(NOTHING)
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    const go = async (): Promise<void> => {
      let counted = NOTHING
      try {
        for (let after: number | null = 0; after !== null && !signal.aborted; ) {
          const sent = { params: { id }, query: { after } }
          const step: UnimportCount = await call('GET /admin/import/:id/unused', sent, {
            signal,
            fallback: texts.countFailed,
          })
          counted = added(counted, step)
          after = step.next
          if (!signal.aborted) setCount(counted)
        }
      } catch (error) {
        if (!signal.aborted) setCount({ ...counted, failure: errorText(error) })
      }
    }
    void go()
    return () => ended.abort()
  }, [id])
  return count
}

export default function UndoDialog({ file, onClose }: { file: ListedImport; onClose: () => void }) {
  const { people, stays, isExact, failure } = useUnused(file.id)
  const undo = useAction({
    send: () =>
      call('POST /admin/import/:id/undo', { params: { id: file.id }, body: { people } }, { fallback: texts.failed }),
    changes: ['bulk-acts', 'imports'],
    doneText: texts.begun,
    onDone: onClose,
  })
  const shown = isExact ? formatNumber(people) : segmentTexts.atLeast(formatNumber(people))
  const reasons = (Object.keys(stays) as (keyof typeof stays)[]).filter((why) => stays[why] > 0)
  const problem = failure ?? undo.failure
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title(file.fileName)}
      description={texts.lead}
      closeLabel={common.close}
    >
      <div className="flex flex-col gap-4">
        <p role="status" className="text-base font-semibold tabular-nums">
          {isExact && people === 0 ? texts.none : texts.people(shown)}
        </p>
        {reasons.length > 0 && (
          <ul className="list-disc pl-5 text-ink-2 tabular-nums">
            {reasons.map((why) => (
              <li key={why}>{texts.stays[why](formatNumber(stays[why]))}</li>
            ))}
          </ul>
        )}
        <p className="text-[13px] text-ink-2">{texts.final}</p>
        {problem && <Alert tone="danger">{problem}</Alert>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {common.back}
          </Button>
          <Button variant="danger" busy={undo.busy} disabled={!isExact || people === 0} onClick={() => void undo.run()}>
            {texts.begin(shown)}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
