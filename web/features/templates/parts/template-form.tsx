// The form of a template with its preview beside it; used to create and to edit one.
import { zodResolver } from '@hookform/resolvers/zod'
import { X } from 'lucide-react'
import { Suspense, useId, useMemo } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { captionText } from '../../../../contract/message-text.ts'
import { type Template, TEMPLATE_NAME_MAX } from '../../../../contract/templates.ts'
import '../../../lib/forms/form-schema.ts'
import { PICKER_WORDS } from '../../../lib/imports/import-form.tsx'
import { SubmitForm } from '../../../lib/forms/submit-form.tsx'
import { useForm } from '../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { useBack } from '../../../lib/screen/use-back.ts'
import { formTexts, templateTexts as texts } from '../../../texts/indonesian.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FilePicker } from '../../../ui/file-picker.tsx'
import { part } from '../../../ui/part.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { TemplateDraft } from '../api.ts'
import { MEDIA_KINDS, templateSchema, type TemplateValues } from '../form-schema.ts'
import { readCaption } from '../read-caption.tsx'
import { isFilled } from '../../../lib/message/wa-text.ts'
import { ButtonsFields } from './buttons-fields.tsx'
import type { PreviewMedia } from '../../../lib/message/message-bubble.tsx'
import { Preview } from './preview.tsx'

const CaptionEditor = part(() => import('./caption-editor.tsx'))
type Props = { template: Template | null; send: (draft: TemplateDraft) => Promise<unknown> }

const draftOf = (values: TemplateValues): TemplateDraft => ({
  ...values,
  textWa: captionText(readCaption(values.text)),
  button: values.withButtons ? values.button.filter(isFilled) : [],
})

export function TemplateForm({ template, send }: Props) {
  const schema = useMemo(() => templateSchema((template?.media ?? null) !== null), [template])
  const form = useForm<TemplateValues, unknown, TemplateValues>({
    resolver: zodResolver(schema),
    defaultValues: {
      name: template?.name ?? '',
      text: template?.text ?? '',
      file: null,
      removesMedia: false,
      withButtons: (template?.button.length ?? 0) > 0,
      button: template?.button ?? [],
      active: template?.status !== 'nonactive',
    },
  })
  const submit = useSubmit(form, {
    send: (values) => send(draftOf(values)),
    changes: ['templates'],
    doneText: texts.saved,
    onDone: useBack('/message'),
  })
  const { control, register, formState } = form
  const { errors } = formState
  const values = useWatch({ control })
  const hintId = useId()
  const kept = template?.media && !values.removesMedia ? template.media : null
  const media: PreviewMedia = values.file
    ? { source: values.file, name: values.file.name }
    : kept
      ? { source: kept, name: kept }
      : null
  const textWa = useMemo(() => captionText(readCaption(values.text ?? '')), [values.text])
  const buttons = values.withButtons
    ? (values.button ?? []).map((row) => ({ id: '', title: '', url: '', type: 'reply_button' as const, ...row }))
    : []

  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card className="min-w-0 p-5 sm:p-6" aria-label={texts.write}>
        <SubmitForm submit={submit} {...(template ? { failureText: formTexts.error } : {})}>
          <TextField
            label={texts.name}
            hint={texts.nameHint}
            maxLength={TEMPLATE_NAME_MAX}
            autoComplete="off"
            error={errors.name?.message}
            {...register('name')}
          />
          <Controller
            control={control}
            name="file"
            render={({ field, fieldState }) => (
              <FilePicker
                label={texts.media}
                hint={texts.mediaHint}
                accept={MEDIA_KINDS.join(',')}
                file={field.value}
                onFile={field.onChange}
                error={fieldState.error?.message}
                disabled={submit.busy}
                words={PICKER_WORDS}
              />
            )}
          />
          {kept && !values.file && (
            <p className="flex flex-wrap items-center gap-2 text-[13px] text-ink-2">
              {texts.mediaNow}:{' '}
              <a href={kept} target="_blank" rel="noopener noreferrer" className="text-accent-text underline">
                {texts.viewMedia}
              </a>
              <Button
                variant="ghost"
                size="sm"
                onClick={() => form.setValue('removesMedia', true)}
                className="text-danger-text!"
              >
                <X aria-hidden className="size-4" />
                {texts.mediaRemove}
              </Button>
            </p>
          )}
          <div className="flex flex-col gap-1.5">
            <span aria-hidden className="text-[13px] font-medium text-ink-2">
              {texts.caption}
            </span>
            <Suspense fallback={<Skeleton className="h-52 w-full rounded-lg" />}>
              <CaptionEditor
                html={template?.text ?? ''}
                invalid={errors.text !== undefined}
                describedBy={hintId}
                onChange={(html) =>
                  form.setValue('text', html, { shouldDirty: true, shouldValidate: formState.isSubmitted })
                }
              />
            </Suspense>
            <div id={hintId} className="text-[13px] text-ink-3">
              <p>{texts.captionHint}</p>
              {errors.text && (
                <p role="alert" className="mt-1 text-danger-text">
                  {errors.text.message}
                </p>
              )}
            </div>
          </div>
          <ButtonsFields control={control} register={register} errors={errors} />
          <Checkbox {...register('active')} label={texts.activeLabel} />
        </SubmitForm>
      </Card>
      <div className="lg:sticky lg:top-20">
        <Preview textWa={textWa} buttons={buttons} media={media} />
      </div>
    </div>
  )
}
