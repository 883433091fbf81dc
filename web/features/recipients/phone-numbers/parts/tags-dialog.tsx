// All tags: how many have each, its name, and its end.
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { TAG_LONGEST, type TagRow } from '../../../../../contract/recipients/tags.ts'
import { errorText } from '../../../../lib/api/http.ts'
import { useAction } from '../../../../lib/api/use-action.ts'
import { useRowAction } from '../../../../lib/lists/use-row-action.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import { common, tagTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Confirm } from '../../../../ui/confirm.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { OneLineForm } from './one-line-form.tsx'
import { createTag, deleteTag, renameTag, useTags } from '../../../../lib/tags/api.ts'

/** @param tag null: a new one */
function NameForm({ tag, onDone }: { tag: TagRow | null; onDone: () => void }) {
  const [name, setName] = useState(tag?.name ?? '')
  const { busy, failure, run } = useAction({
    send: async () => {
      if (tag) await renameTag({ id: tag.id, name, was: tag.name })
      else await createTag(name)
    },
    changes: ['tags', 'phone-numbers'],
    onDone: () => {
      setName('')
      onDone()
    },
  })
  return (
    <OneLineForm
      label={tag ? texts.newName(tag.name) : texts.add}
      value={name}
      longest={TAG_LONGEST}
      error={failure}
      busy={busy}
      onChange={setName}
      onSave={() => void run()}
    />
  )
}

export default function TagsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, isPending } = useTags()
  const [edited, edit] = useState<number | null>(null)
  const [asked, ask] = useState<TagRow | null>(null)
  const { isBusy, run } = useRowAction({
    send: ({ id }: TagRow) => deleteTag(id),
    idOf: ({ id }) => id,
    changes: ['tags', 'phone-numbers'],
    doneText: texts.deleted,
  })
  const tags = data?.data ?? []
  return (
    <Dialog open onClose={onClose} title={texts.title} description={texts.lead} closeLabel={common.close}>
      <div className="flex flex-col gap-4">
        <NameForm tag={null} onDone={() => undefined} />
        {error && !data && <Alert tone="danger">{errorText(error)}</Alert>}
        {isPending && <Skeleton className="h-24 w-full" />}
        {data && tags.length === 0 && <p className="text-ink-2">{texts.none}</p>}
        <ul aria-label={texts.title} className="flex flex-col divide-y divide-line">
          {tags.map((tag) => (
            <li key={tag.id} className="py-2">
              {edited === tag.id ? (
                <NameForm tag={tag} onDone={() => edit(null)} />
              ) : (
                <div className="flex items-center gap-2">
                  <span className="min-w-0 flex-1">
                    <span className="block font-semibold break-words">{tag.name}</span>
                    <span className="block text-[13px] text-ink-2 tabular-nums">
                      {texts.people(formatNumber(tag.people))}
                    </span>
                  </span>
                  <Button
                    size="icon"
                    variant="ghost"
                    aria-label={texts.rename(tag.name)}
                    title={texts.rename(tag.name)}
                    onClick={() => edit(tag.id)}
                  >
                    <Pencil aria-hidden className="size-4" />
                  </Button>
                  <Button
                    size="icon"
                    variant="ghost"
                    busy={isBusy(tag.id)}
                    aria-label={texts.remove(tag.name)}
                    title={texts.remove(tag.name)}
                    onClick={() => ask(tag)}
                  >
                    <Trash2 aria-hidden className="size-4" />
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      </div>
      {asked && (
        <Confirm
          title={texts.removeTitle}
          confirmLabel={texts.removeYes}
          cancelLabel={common.cancel}
          danger
          onConfirm={() => run(asked)}
          onClose={() => ask(null)}
        >
          {texts.removeText(asked.name, formatNumber(asked.people))}
        </Confirm>
      )}
    </Dialog>
  )
}
