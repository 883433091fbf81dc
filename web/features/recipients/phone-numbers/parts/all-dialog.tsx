// What is done to every recipient that matches: counted first, said plainly, and begun (rule bulk-acts).
import { useState } from 'react'
import type { BulkAct } from '../../../../../contract/recipients/bulk-acts.ts'
import type { Group } from '../../../../../contract/recipients/segments.ts'
import { percentOf } from '../../../../../contract/ground/percent.ts'
import { call } from '../../../../lib/api/http.ts'
import { useAction } from '../../../../lib/api/use-action.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import { useCount } from '../../../../lib/segments/use-count.ts'
import { TagField, useTagField } from '../../../../lib/tags/tag-field.tsx'
import { bulkTexts as texts, common, segmentTexts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Input, Select } from '../../../../ui/input.tsx'
import { ProgressLine } from '../../../../ui/progress-line.tsx'

type Act = Exclude<BulkAct, 'unimport'>
const ACTS = Object.keys(texts.acts) as Act[]
const REASON_MAX = 300
const digitsIn = (text: string): string => text.replaceAll(/\D/g, '')

type Props = { rule: Group; onClose: () => void; onBegun: () => void }
export default function AllDialog({ rule, onClose, onBegun }: Props) {
  const count = useCount(rule)
  // none from the start: whoever presses at once changes nobody
  const [act, setAct] = useState<Act | ''>('')
  const tag = useTagField(act !== 'untag')
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const isTag = act === 'tag' || act === 'untag'
  const shown = formatNumber(count.people)
  const isReady =
    count.isExact &&
    count.people > 0 &&
    act !== '' &&
    (!isTag || tag.isReady) &&
    (act !== 'stop' || reason.trim() !== '') &&
    (act !== 'delete' || digitsIn(typed) === String(count.people))
  const { busy, failure, run } = useAction({
    send: async () => {
      const which = { rule, people: count.people }
      const body = async (one: Act) => {
        if (one === 'tag' || one === 'untag') return { act: one, tag: (await tag.take()).tag, ...which }
        return one === 'stop' ? { act: one, reason, ...which } : { act: one, ...which }
      }
      if (act !== '') await call('POST /admin/bulk', { body: await body(act) }, { fallback: texts.failed })
    },
    changes: ['bulk-acts', 'tags'],
    doneText: texts.begun,
    onDone: onBegun,
  })
  return (
    <Dialog open onClose={onClose} title={texts.title} description={texts.lead} closeLabel={common.close}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) void run()
        }}
      >
        <div className="flex flex-col gap-2">
          <p role="status" className="text-base font-semibold tabular-nums">
            {count.isExact && count.people === 0
              ? texts.nobody
              : texts.matching(count.isExact ? shown : segmentTexts.atLeast(shown))}
          </p>
          {!count.isExact && !count.failure && (
            <ProgressLine
              label={texts.counting}
              percent={count.all > 0 ? Math.min(100, percentOf(count.looked, count.all)) : 0}
            />
          )}
          {count.failure && <Alert tone="danger">{count.failure}</Alert>}
        </div>
        <Field label={texts.act} hint={act === '' ? undefined : texts.what[act]}>
          {(control) => (
            <Select {...control} value={act} onChange={({ target }) => setAct(target.value as Act | '')}>
              <option value="">{texts.chooseAct}</option>
              {ACTS.map((one) => (
                <option key={one} value={one}>
                  {texts.acts[one]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {isTag && <TagField field={tag.field} hint={tag.field.wanted === '' ? texts.noTags : undefined} />}
        {act === 'stop' && (
          <Field label={texts.reason} hint={texts.reasonHint}>
            {(control) => (
              <Input
                {...control}
                value={reason}
                maxLength={REASON_MAX}
                onChange={({ target }) => setReason(target.value)}
              />
            )}
          </Field>
        )}
        {act === 'delete' && count.isExact && count.people > 0 && (
          <Field label={texts.typed(shown)}>
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                autoComplete="off"
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            )}
          </Field>
        )}
        <p className="text-[13px] text-ink-2">{texts.goesOn}</p>
        {failure && <Alert tone="danger">{failure}</Alert>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button
            type="submit"
            variant={act === 'delete' || act === 'stop' ? 'danger' : 'primary'}
            busy={busy}
            disabled={!isReady}
          >
            {act === ''
              ? texts.chooseAct
              : texts.begin(texts.acts[act], count.isExact ? shown : segmentTexts.atLeast(shown))}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
