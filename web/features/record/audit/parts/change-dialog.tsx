// All fields of one change, with their values before and after side by side.
import { formatMoment } from '../../../../lib/format/format.ts'
import { auditTexts as texts } from '../../../../texts/indonesian.ts'
import { common } from '../../../../texts/indonesian.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { changesOf, isUnversioned } from '../diff-rules.ts'
import { deedOf } from '../../../../lib/format/deed.ts'
import { type AuditEntry, fieldOf, subjectOf, whoOf } from './words.ts'

function Value({ head, text, look }: { head: string; text: string | null; look: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-2">{head}</dt>
      <dd className={`mt-1 rounded-lg px-2.5 py-1.5 font-mono text-[13px] break-words whitespace-pre-wrap ${look}`}>
        {text ?? texts.none}
      </dd>
    </div>
  )
}

export default function ChangeDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const changes = changesOf(entry.before, entry.after)
  return (
    <Dialog
      open
      onClose={onClose}
      title={deedOf(entry.action)}
      description={`${whoOf(entry)} · ${texts.wib(formatMoment(entry.date))} · ${texts.entry(String(entry.id))}`}
      closeLabel={common.close}
    >
      {subjectOf(entry).length > 0 && <p className="mb-4 break-words text-ink-2">{subjectOf(entry).join(' · ')}</p>}
      {changes.length === 0 && <p className="text-ink-2">{texts.noDetail}</p>}
      {isUnversioned(entry.after) && <p className="mb-4 text-ink-2">{texts.unversioned}</p>}
      <ul className="flex flex-col gap-4">
        {changes.map(({ field, before, after }) => (
          <li key={field}>
            <h3 className="mb-1.5 text-[13px] font-semibold">{field === '' ? texts.field : fieldOf(field)}</h3>
            <dl className="grid gap-2 sm:grid-cols-2">
              <Value head={texts.before} text={before} look="bg-danger-soft text-danger-text" />
              <Value head={texts.after} text={after} look="bg-success-soft text-success-text" />
            </dl>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
