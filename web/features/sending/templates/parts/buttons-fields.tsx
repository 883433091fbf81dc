// The rows for buttons, hidden behind a checkbox; ticking it adds three empty reply buttons.
import { Plus, Trash2 } from 'lucide-react'
import { type Control, type FieldErrors, useFieldArray, type UseFormRegister, useWatch } from 'react-hook-form'
import { BUTTON_TYPES, type TemplateButton } from '../../../../../contract/sending/templates.ts'
import { templateTexts as texts } from '../../../../texts/indonesian.ts'
import { Button } from '../../../../ui/button.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Input, Select } from '../../../../ui/input.tsx'
import type { TemplateValues } from '../form-schema.ts'

const FIRST_ROWS = 3
const MOST_ROWS = 10
const emptyRow = (): TemplateButton => ({ id: '', title: '', url: '', type: 'reply_button' })
type Props = {
  control: Control<TemplateValues, unknown, TemplateValues>
  register: UseFormRegister<TemplateValues>
  errors: FieldErrors<TemplateValues>
}
type RowProps = Pick<Props, 'register' | 'errors'> & { place: number; type: string; onRemove: () => void }

function Row({ place, type, register, errors, onRemove }: RowProps) {
  const problem = errors.button?.[place]
  const wantsUrl = type === 'url_button' || type === 'call_button'
  return (
    <li>
      <fieldset className="relative rounded-xl border border-line p-4 pt-3">
        <legend className="px-1 text-[13px] font-semibold">{texts.buttonNumber(place + 1)}</legend>
        <div className="grid gap-3 pr-11 sm:grid-cols-[minmax(0,1fr)_10rem] sm:items-start sm:pr-10">
          <Field label={texts.buttonTitle} error={problem?.title?.message}>
            {(box) => <Input {...box} {...register(`button.${place}.title`)} maxLength={60} />}
          </Field>
          <Field label={texts.buttonType}>
            {(box) => (
              <Select {...box} {...register(`button.${place}.type`)}>
                {BUTTON_TYPES.map((name) => (
                  <option key={name} value={name}>
                    {texts.types[name]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <div className="sm:col-span-2">
            <Field
              label={type === 'call_button' ? texts.buttonPhone : texts.buttonUrl}
              error={problem?.url?.message}
              {...(type === 'call_button' ? { hint: texts.buttonUrlHint } : {})}
            >
              {(box) => (
                <Input
                  {...box}
                  {...register(`button.${place}.url`)}
                  maxLength={500}
                  inputMode={type === 'call_button' ? 'tel' : 'url'}
                  autoCapitalize="none"
                  placeholder={wantsUrl ? (type === 'url_button' ? 'https://' : '+62') : ''}
                />
              )}
            </Field>
          </div>
          <Button
            variant="ghost"
            size="icon"
            aria-label={texts.buttonRemove(place + 1)}
            title={texts.buttonRemove(place + 1)}
            onClick={onRemove}
            className="absolute top-1 right-1 text-danger-text!"
          >
            <Trash2 aria-hidden className="size-4" />
          </Button>
        </div>
      </fieldset>
    </li>
  )
}

export function ButtonsFields({ control, register, errors }: Props) {
  const rows = useFieldArray({ control, name: 'button', keyName: 'key' })
  const [shown, values] = useWatch({ control, name: ['withButtons', 'button'] })
  const toggle = register('withButtons', {
    onChange: (event: { target: { checked: boolean } }) => {
      if (event.target.checked && rows.fields.length === 0)
        rows.append(Array.from({ length: FIRST_ROWS }, emptyRow), { shouldFocus: false })
    },
  })
  return (
    <div className="flex flex-col gap-3">
      <Checkbox {...toggle} label={texts.buttonsToggle} />
      {shown && (
        <>
          <p className="text-[13px] text-ink-2">{texts.buttonsHint}</p>
          <ul className="flex flex-col gap-3">
            {rows.fields.map((row, place) => (
              <Row
                key={row.key}
                place={place}
                type={values[place]?.type ?? row.type}
                register={register}
                errors={errors}
                onRemove={() => rows.remove(place)}
              />
            ))}
          </ul>
          {rows.fields.length < MOST_ROWS && (
            <div>
              <Button variant="secondary" size="sm" onClick={() => rows.append(emptyRow())}>
                <Plus aria-hidden className="size-4" />
                {texts.buttonAdd}
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  )
}
