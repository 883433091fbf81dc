// The form of a template with its preview beside it; used to create and to edit one.
import { zodResolver } from '@hookform/resolvers/zod'
import { FlaskConical, X } from 'lucide-react'
import { Suspense, useId, useMemo, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { captionText, placeholderProblem } from '../../../../../contract/sending/message-text.ts'
import { type Template, TEMPLATE_NAME_MAX } from '../../../../../contract/sending/templates.ts'
import { TOPIC_MAX } from '../../../../../contract/recipients/topics.ts'
import '../../../../lib/forms/form-schema.ts'
import { type Read, useRead } from '../../../../lib/forms/edited.ts'
import { fallbacksOf, useFields } from '../../../../lib/fields/api.ts'
import { FileField } from '../../../../lib/forms/file-field.tsx'
import { SubmitForm } from '../../../../lib/forms/submit-form.tsx'
import { useForm } from '../../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../../lib/forms/use-submit.ts'
import { useBack } from '../../../../lib/screen/use-back.ts'
import { formTexts, fromServer, oneOffTexts, templateTexts as texts } from '../../../../texts/indonesian.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { part } from '../../../../ui/part.tsx'
import { Said } from '../../../../ui/said.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { TemplateDraft } from '../api.ts'
import { MEDIA_KINDS, templateSchema, type TemplateValues } from '../form-schema.ts'
import { readCaption } from '../read-caption.tsx'
import { isFilled } from '../../../../lib/message/wa-text.ts'
import { ButtonsFields } from './buttons-fields.tsx'
import type { PreviewMedia } from '../../../../lib/message/message-bubble.tsx'
import { Preview } from './preview.tsx'
import type { Tested } from './test-send.tsx'

const CaptionEditor = part(() => import('./caption-editor.tsx'))
type Props = { template: Template | null; send: (draft: TemplateDraft, read: Read) => Promise<unknown> }

const Activation = part(() => import('./activation.tsx'))
const TestDialog = part(() => import('./test-send.tsx'))
/** What recipients read or see; the name is for this office alone. */
const MESSAGE_FIELDS = ['topic', 'text', 'file', 'removesMedia', 'withButtons', 'button'] as const

const draftOf = (values: TemplateValues): TemplateDraft => ({
  ...values,
  button: values.withButtons ? values.button.filter(isFilled) : [],
})

export function TemplateForm({ template, send }: Props) {
  const [activating, setActivating] = useState<TemplateValues | null>(null)
  const [testing, setTesting] = useState<TemplateValues | null>(null)
  const fields = useFields().data?.fields
  const schema = useMemo(
    () => templateSchema((template?.media ?? null) !== null, fields?.map(({ key }) => key) ?? null),
    [template, fields],
  )
  const { read } = useRead({ ...template })
  const form = useForm<TemplateValues, unknown, TemplateValues>({
    resolver: zodResolver(schema),
    defaultValues: {
      name: template?.name ?? '',
      topic: template?.topic ?? '',
      text: template?.text ?? '',
      file: null,
      removesMedia: false,
      withButtons: (template?.button.length ?? 0) > 0,
      button: template?.button ?? [],
      active: template?.status === 'active',
      onlyCampaigns: template?.only_campaigns ?? false,
    },
  })
  const { dirtyFields } = form.formState
  const changesMessage = MESSAGE_FIELDS.some((field) => dirtyFields[field])
  const submit = useSubmit(form, {
    send: (values) => send(draftOf(values), read),
    isReady: (values) => {
      const isOpened = template?.only_campaigns === true && !values.onlyCampaigns
      const goesLive = values.active && (template?.status !== 'active' || changesMessage || isOpened)
      if (goesLive) setActivating(values)
      return !goesLive
    },
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
  const keys = fields?.map(({ key }) => key)
  const testedOf = (of: TemplateValues): Tested => ({
    content: { draft: { text: of.text, button: [...draftOf(of).button], media_of: kept && template?.id } },
    hasNewFile: of.file !== null,
  })
  const test = async (): Promise<void> => {
    if (await form.trigger(['text', 'button'], { shouldFocus: true })) setTesting(form.getValues())
  }
  const unfilled = keys ? placeholderProblem({ textWa, button: buttons }, keys) : null

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
          <TextField
            label={texts.topic}
            hint={texts.topicHint}
            maxLength={TOPIC_MAX}
            autoComplete="off"
            error={errors.topic?.message}
            {...register('topic')}
          />
          <Controller
            control={control}
            name="file"
            render={({ field, fieldState }) => (
              <FileField
                label={texts.media}
                hint={texts.mediaHint}
                accept={MEDIA_KINDS.join(',')}
                file={field.value}
                onFile={field.onChange}
                error={fieldState.error?.message}
                disabled={submit.busy}
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
            <span aria-hidden className="text-[13px] text-ink-2">
              {texts.caption}
            </span>
            <Suspense fallback={<Skeleton className="h-52 w-full rounded-lg" />}>
              <CaptionEditor
                html={template?.text ?? ''}
                fields={keys ?? []}
                invalid={errors.text !== undefined}
                describedBy={hintId}
                onChange={(html) =>
                  form.setValue('text', html, { shouldDirty: true, shouldValidate: formState.isSubmitted })
                }
              />
            </Suspense>
            <div id={hintId} className="text-[13px] text-ink-3">
              <p>{texts.captionHint}</p>
              {unfilled !== null && !errors.text && (
                <p className="mt-1 text-warning-text">{texts.unfilled(fromServer(unfilled))}</p>
              )}
              {errors.text && (
                <p role="alert" className="mt-1 text-danger-text">
                  <Said>{errors.text.message}</Said>
                </p>
              )}
            </div>
          </div>
          <ButtonsFields control={control} register={register} errors={errors} />
          <Checkbox {...register('active')} label={texts.activeLabel} />
          <Checkbox {...register('onlyCampaigns')} label={texts.onlyCampaignsLabel} />
        </SubmitForm>
      </Card>
      <div className="flex flex-col items-start gap-4 *:first:w-full lg:sticky lg:top-20">
        <Preview textWa={textWa} buttons={buttons} media={media} fields={fallbacksOf(fields ?? [])} />
        <Button variant="secondary" onClick={() => void test()}>
          <FlaskConical aria-hidden className="size-4" />
          {oneOffTexts.test.send}
        </Button>
      </div>
      {testing && (
        <Suspense fallback={null}>
          <TestDialog {...testedOf(testing)} onClose={() => setTesting(null)} />
        </Suspense>
      )}
      {activating && (
        <Suspense fallback={null}>
          <Activation
            {...testedOf(activating)}
            onActivate={() => {
              // closed first: while it lies over the screen, the step back after the save would close it and stay here
              setActivating(null)
              void submit.sendNow(activating)
            }}
            onClose={() => setActivating(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
