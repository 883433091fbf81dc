// Which tag, and whether it is given or taken.
import { useState } from 'react'
import { errorText } from '../api/http.ts'
import { useAction } from '../api/use-action.ts'
import { common, tagTexts as texts } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { TagField, useTagField } from './tag-field.tsx'

export type TagChosen = { tag: number; name: string; on: boolean }
type Props = {
  /** What is done with the choice; it is awaited. */
  send: (chosen: TagChosen) => Promise<unknown>
  onClose: () => void
  /** Under the fields, e.g. how far it has come. */
  note?: string | null
}

export function TagChoice({ send, onClose, note = null }: Props) {
  const { field, failure: unknown, take } = useTagField()
  const [on, setOn] = useState(true)
  const { busy, failure, run } = useAction({
    send: async () => send({ ...(await take()), on }),
    changes: ['tags', 'phone-numbers'],
    onDone: onClose,
  })
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      {unknown && <Alert tone="danger">{errorText(unknown)}</Alert>}
      <TagField field={field} />
      <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
        <legend className="mb-1.5 text-[13px] text-ink-2">{texts.act}</legend>
        {([true, false] as const).map((value) => (
          <label key={String(value)} className="flex items-center gap-2">
            <input
              type="radio"
              name="tag-act"
              className="size-5 accent-(--accent)"
              checked={on === value}
              onChange={() => setOn(value)}
            />
            {value ? texts.give : texts.take}
          </label>
        ))}
      </fieldset>
      {note && (
        <p role="status" className="text-[13px] text-ink-2 tabular-nums">
          {note}
        </p>
      )}
      {failure && <Alert tone="danger">{failure}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button type="submit" busy={busy}>
          {on ? texts.giveNow : texts.takeNow}
        </Button>
      </div>
    </form>
  )
}
