// Beside the list of recipients: its tags, and a segment of what it shows.
import { Filter, Tag, Tags } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { PhoneRow } from '../../../../../contract/recipients/phone-numbers.ts'
import type { Group } from '../../../../../contract/recipients/segments.ts'
import { segmentTexts, tagTexts as texts } from '../../../../texts/indonesian.ts'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { part } from '../../../../ui/part.tsx'

const TagDialog = part(() => import('./tag-dialog.tsx'))
const TagsDialog = part(() => import('./tags-dialog.tsx'))

/** @param rule what the list shows; null: it cannot be a segment, or shows everybody */
export function TagTools({ rule }: { rule: Group | null }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="secondary" aria-label={texts.all} title={texts.all} onClick={() => setOpen(true)}>
        <Tags aria-hidden className="size-4" />
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
          <TagsDialog onClose={() => setOpen(false)} />
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
