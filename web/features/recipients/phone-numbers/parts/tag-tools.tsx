// Beside the list of recipients: its tags, its fields, and a segment of what it shows.
import { Braces, Filter, Tag, Tags } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { PhoneRow } from '../../../../../contract/recipients/phone-numbers.ts'
import type { Group } from '../../../../../contract/recipients/segments.ts'
import { fieldTexts, segmentTexts, tagTexts as texts } from '../../../../texts/indonesian.ts'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { part } from '../../../../ui/part.tsx'

const TagDialog = part(() => import('./tag-dialog.tsx'))
const FieldsDialog = part(() => import('./fields-dialog.tsx'))
const TagsDialog = part(() => import('./tags-dialog.tsx'))

/** @param rule what the list shows; null: it cannot be a segment, or shows everybody */
export function TagTools({ rule }: { rule: Group | null }) {
  const [open, setOpen] = useState<'tags' | 'fields' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button size="sm" variant="secondary" aria-label={texts.all} title={texts.all} onClick={() => setOpen('tags')}>
        <Tags aria-hidden className="size-4" />
      </Button>
      <Button
        size="sm"
        variant="secondary"
        aria-label={fieldTexts.title}
        title={fieldTexts.title}
        onClick={() => setOpen('fields')}
      >
        <Braces aria-hidden className="size-4" />
      </Button>
      {rule && (
        <Link
          to={`/segment/edit?rule=${encodeURIComponent(JSON.stringify(rule))}`}
          className={buttonClass('secondary', 'sm')}
        >
          <Filter aria-hidden className="size-4" />
          {segmentTexts.fromList}
        </Link>
      )}
      {open && (
        <Suspense fallback={null}>
          {open === 'tags' ? <TagsDialog onClose={close} /> : <FieldsDialog onClose={close} />}
        </Suspense>
      )}
    </>
  )
}

/** In the bar of the marked rows. */
export function TagMarked({ selected, clear }: { selected: readonly PhoneRow[]; clear: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
        <Tag aria-hidden className="size-4" />
        {texts.one}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <TagDialog ids={selected.map(({ id }) => id)} onClose={() => setOpen(false)} onDone={clear} />
        </Suspense>
      )}
    </>
  )
}
