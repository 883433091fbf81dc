// Message: written here, or a template's.
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { fallbacksOf, useFields } from '../../../../lib/fields/api.ts'
import { MessageFigure } from '../../../../lib/message/message-figure.tsx'
import { oneOffTexts as texts } from '../../../../texts/indonesian.ts'
import { Field } from '../../../../ui/field.tsx'
import { inputClass } from '../../../../ui/input.tsx'
import { type Sent, type Values, WAYS } from '../form-schema.ts'
import { TemplateChoice } from './template-choice.tsx'

type Form = UseFormReturn<Values, unknown, Sent>

function Ways({ form }: { form: Form }) {
  return (
    <fieldset className="flex flex-wrap gap-x-6 gap-y-1">
      <legend className="sr-only">{texts.ways}</legend>
      {WAYS.map((way) => (
        <label key={way} className="flex min-h-10 items-center gap-2.5 text-sm">
          <input {...form.register('way')} type="radio" value={way} className="size-5 shrink-0 accent-(--accent)" />
          {texts.way[way]}
        </label>
      ))}
    </fieldset>
  )
}

export function MessageField({ form }: { form: Form }) {
  const { errors } = form.formState
  const [way, template, typed] = useWatch({ control: form.control, name: ['way', 'template', 'message'] })
  const fields = fallbacksOf(useFields().data?.fields ?? [])
  const written = (typed ?? '').trim()
  const shown = way === 'text' ? written !== '' && { text_wa: written, button: [], media: null } : template
  return (
    <div className="flex flex-col gap-1.5">
      <Ways form={form} />
      {way === 'text' ? (
        <Field label={texts.message} hint={texts.messageHint} error={errors.message?.message}>
          {(control) => (
            <textarea
              {...control}
              {...form.register('message')}
              rows={5}
              maxLength={4_000}
              className={inputClass('py-2.5 leading-6')}
            />
          )}
        </Field>
      ) : (
        <Controller
          control={form.control}
          name="template"
          render={({ field }) => (
            <Field label={texts.message} hint={texts.templateHint} error={errors.template?.message}>
              {(control) => <TemplateChoice control={control} value={field.value} onChange={field.onChange} />}
            </Field>
          )}
        />
      )}
      {shown && <MessageFigure label={texts.preview} template={shown} fields={fields} className="mt-1.5 p-4" />}
    </div>
  )
}
