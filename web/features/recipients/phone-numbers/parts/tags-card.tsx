// The tags of one recipient: each is taken at a press, and another given.
import { useState } from 'react'
import { useAction } from '../../../../lib/api/use-action.ts'
import { tagTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Chips } from '../../../../ui/chips.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Select } from '../../../../ui/input.tsx'
import { tagPeople, useTags } from '../../../../lib/tags/api.ts'

export function TagsCard({ id, tags }: { id: number; tags: string[] }) {
  const all = useTags().data?.data ?? []
  const [own, setOwn] = useState<readonly string[]>(tags)
  const { failure, run } = useAction({
    send: async ({ name, on }: { name: string; on: boolean }) => {
      const tag = all.find((one) => one.name === name)
      if (tag) await tagPeople({ tag: tag.id, ids: [id], on })
    },
    changes: ['tags', 'phone-numbers'],
    onDone: (_, { name, on }) => setOwn((had) => (on ? [...had, name] : had.filter((one) => one !== name))),
  })
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="mb-3 text-base font-semibold">{texts.title}</h2>
      <div className="flex flex-col gap-3">
        <Chips
          label={texts.own}
          values={own}
          show={(name) => name}
          removeLabel={texts.takeOne}
          onRemove={(index) => void run({ name: own[index] ?? '', on: false })}
        />
        <Field label={texts.giveOne} {...(all.length === 0 ? { hint: texts.none } : {})}>
          {(control) => (
            <Select
              {...control}
              value=""
              onChange={({ target }) => target.value !== '' && void run({ name: target.value, on: true })}
            >
              <option value="">{texts.choose}</option>
              {all
                .filter(({ name }) => !own.includes(name))
                .map(({ id: tag, name }) => (
                  <option key={tag} value={name}>
                    {name}
                  </option>
                ))}
            </Select>
          )}
        </Field>
        {failure && <Alert tone="danger">{failure}</Alert>}
      </div>
    </Card>
  )
}
