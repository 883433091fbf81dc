// Which tag; a new one is made here, too.
import { useState } from 'react'
import { TAG_LONGEST } from '../../../contract/recipients/tags.ts'
import { tagTexts as texts } from '../../texts/indonesian.ts'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { createTag, useTags } from './api.ts'

const NEW = 'new'
/** @param takesNew false: one that there is */
export const useTagField = (takesNew = true) => {
  const { data, error } = useTags()
  const tags = data?.data ?? []
  const [chosen, choose] = useState('')
  const [name, setName] = useState('')
  const isOpen = chosen === '' || (chosen === NEW && !takesNew)
  const wanted = isOpen ? String(tags[0]?.id ?? (takesNew ? NEW : '')) : chosen
  /** A press that fails further on is repeated with the tag that it made. */
  const take = async (): Promise<{ tag: number; name: string }> => {
    const known = tags.find(({ id }) => String(id) === wanted)
    const { id: tag, name: called } = known ?? (await createTag(name)).tag
    choose(String(tag))
    return { tag, name: called }
  }
  return {
    field: { tags, wanted, name, takesNew, choose, setName },
    /** null: the tags are known. */
    failure: data ? null : error,
    isReady: wanted !== '' && (wanted !== NEW || name.trim() !== ''),
    take,
  }
}

export function TagField({
  field: { tags, wanted, name, takesNew, choose, setName },
  hint,
}: {
  field: ReturnType<typeof useTagField>['field']
  hint?: string | undefined
}) {
  return (
    <>
      <Field label={texts.which} hint={hint}>
        {(control) => (
          <Select {...control} value={wanted} onChange={({ target }) => choose(target.value)}>
            {tags.map(({ id, name: called }) => (
              <option key={id} value={id}>
                {called}
              </option>
            ))}
            {takesNew && <option value={NEW}>{texts.newOne}</option>}
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
    </>
  )
}
