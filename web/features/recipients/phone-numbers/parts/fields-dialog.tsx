// All fields of recipients: what stands in a message where a person has none, how many have one, and their end.
import { Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type FieldRow, FIELDS_MAX } from '../../../../../contract/recipients/fields.ts'
import { FIELD_VALUE_MAX } from '../../../../../contract/recipients/plain-value.ts'
import { errorText } from '../../../../lib/api/http.ts'
import { useAction } from '../../../../lib/api/use-action.ts'
import { deleteField, saveField, useFieldPeople, useFields } from '../../../../lib/fields/api.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import { useRowAction } from '../../../../lib/lists/use-row-action.ts'
import { common, fieldTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Confirm } from '../../../../ui/confirm.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { part } from '../../../../ui/part.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { OneLineForm } from './one-line-form.tsx'

const FallbackPreview = part(() => import('./fallback-preview.tsx'))

function One({ field, isBusy, onRemove }: { field: FieldRow; isBusy: boolean; onRemove: () => void }) {
  const [fallback, setFallback] = useState(field.fallback)
  const { data: people } = useFieldPeople(field.key)
  const { busy, failure, run } = useAction({
    send: () => saveField({ ...field, fallback }),
    changes: ['fields'],
    doneText: texts.saved,
  })
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1">
          <span className="block font-semibold break-words">{`{${field.key}}`}</span>
          <span className="block text-[13px] break-words text-ink-2 tabular-nums">
            {texts.about(field.name, people ? texts.people(formatNumber(people.count), people.isMore) : null)}
          </span>
        </span>
        <Button
          size="icon"
          variant="ghost"
          busy={isBusy}
          aria-label={texts.remove(field.key)}
          title={texts.remove(field.key)}
          onClick={onRemove}
        >
          <Trash2 aria-hidden className="size-4" />
        </Button>
      </div>
      <OneLineForm
        label={texts.fallback(field.key)}
        value={fallback}
        longest={FIELD_VALUE_MAX}
        error={failure}
        busy={busy}
        disabled={fallback === field.fallback}
        onChange={setFallback}
        onSave={() => void run()}
      />
      {fallback !== field.fallback && (
        <Suspense fallback={<Skeleton className="h-24 max-w-80" />}>
          <FallbackPreview field={{ ...field, fallback }} />
        </Suspense>
      )}
    </div>
  )
}

export default function FieldsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, isPending } = useFields()
  const [asked, ask] = useState<FieldRow | null>(null)
  const { isBusy, run } = useRowAction({
    send: ({ key }: FieldRow) => deleteField(key),
    idOf: ({ key }) => key,
    changes: ['fields'],
    doneText: texts.deleted,
  })
  const fields = data?.fields ?? []
  return (
    <Dialog open onClose={onClose} title={texts.title} description={texts.lead(FIELDS_MAX)} closeLabel={common.close}>
      {error && !data && <Alert tone="danger">{errorText(error)}</Alert>}
      {isPending && <Skeleton className="h-24 w-full" />}
      {data && fields.length === 0 && <p className="text-ink-2">{texts.none}</p>}
      <ul aria-label={texts.title} className="flex flex-col divide-y divide-line">
        {fields.map((field) => (
          <li key={field.key} className="py-3">
            <One field={field} isBusy={isBusy(field.key)} onRemove={() => ask(field)} />
          </li>
        ))}
      </ul>
      {asked && (
        <Confirm
          title={texts.removeTitle}
          confirmLabel={texts.removeYes}
          cancelLabel={common.cancel}
          danger
          onConfirm={() => run(asked)}
          onClose={() => ask(null)}
        >
          {texts.removeText(asked.key)}
        </Confirm>
      )}
    </Dialog>
  )
}
