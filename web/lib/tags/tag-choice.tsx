// Which tag, and whether it is given or taken; a new one is made here, too.
import { useState } from 'react'
import { TAG_LONGEST } from '../../../contract/recipients/tags.ts'
import { errorText } from '../api/http.ts'
import { useAction } from '../api/use-action.ts'
import { common, tagTexts as texts } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { createTag, useTags } from './api.ts'

const NEW = 'new'
export type TagChosen = { tag: number; name: string; on: boolean }
type Props = {
  /** What is done with the choice; it is awaited. */
  send: (chosen: TagChosen) => Promise<unknown>
  onClose: () => void
  /** Under the fields, e.g. how far it has come. */
  note?: string | null
}

export function TagChoice({ send, onClose, note = null }: Props) {
  const { data, error } = useTags()
  const tags = data?.data ?? []
  const [chosen, choose] = useState('')
  const [name, setName] = useState('')
  const [on, setOn] = useState(true)
  const wanted = chosen === '' ? String(tags[0]?.id ?? NEW) : chosen
  const { busy, failure, run } = useAction({
    send: async () => {
      const known = tags.find(({ id }) => String(id) === wanted)
      const { id: tag, name: called } = known ?? (await createTag(name)).tag
      // a press that fails further on is repeated with the tag that it made
      choose(String(tag))
      await send({ tag, name: called, on })
    },
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
      {error && !data && <Alert tone="danger">{errorText(error)}</Alert>}
      <Field label={texts.which}>
        {(control) => (
          <Select {...control} value={wanted} onChange={({ target }) => choose(target.value)}>
            {tags.map(({ id, name: called }) => (
              <option key={id} value={id}>
                {called}
              </option>
            ))}
            <option value={NEW}>{texts.newOne}</option>
          </Select>
        )}
      </Field>
      {wanted === NEW && (
        <Field label={texts.name} hint={texts.nameHint}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={TAG_LONGEST}
              autoComplete="off"
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
      )}
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
