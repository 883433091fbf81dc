// /level/create and /level/edit?id=: one form for both.
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { useLocation, useSearchParams } from 'react-router'
import { z } from 'zod'
import { type Level, levelBody } from '../../../contract/levels.ts'
import { RANGES } from '../../../contract/ranges.ts'
import { filled } from '../../lib/forms/form-schema.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { errorText, call } from '../../lib/api/http.ts'
import { NumberField } from '../../lib/forms/number-field.tsx'
import { useBack } from '../../lib/forms/use-back.ts'
import { pagedKey } from '../../lib/api/use-paged.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { common, formTexts, levelTexts as texts } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, PageHead } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { notify } from '../../ui/notify.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const { name, blast_fee, requirement_blast } = levelBody.shape
const schema = z.object({ name, blast_fee: filled(blast_fee), requirement_blast: filled(requirement_blast) })

function LevelForm({ level }: { level: Level | null }) {
  const back = useBack('/level')
  const cache = useQueryClient()
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: {
      name: level?.name ?? '',
      blast_fee: level ? formatNumber(level.blast_fee) : '',
      requirement_blast: level ? formatNumber(level.requirement_blast) : '',
    },
  })
  const { errors } = form.formState
  const [fee, requirement] = useWatch({ control: form.control, name: ['blast_fee', 'requirement_blast'] })
  const { busy, failure, onSubmit } = useSubmit(form, {
    send: (values) =>
      level === null
        ? call('POST /admin/level/create', { body: values })
        : call('PUT /admin/level/:id', { params: { id: level.id }, body: values }),
    onDone: () => {
      notify.success(texts.saved)
      void cache.invalidateQueries({ queryKey: pagedKey('levels') })
      void cache.invalidateQueries({ queryKey: ['level'] })
      back()
    },
  })
  return (
    <Card className="max-w-2xl p-5 sm:p-6">
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        <Field label={texts.name} error={errors.name?.message}>
          {(control) => <Input {...control} {...form.register('name')} maxLength={60} autoComplete="off" />}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            label={texts.fee}
            hint={texts.feeHint}
            error={errors.blast_fee?.message}
            range={RANGES.fee}
            typed={fee}
            {...form.register('blast_fee')}
          />
          <NumberField
            label={texts.requirement}
            hint={texts.requirementHint}
            error={errors.requirement_blast?.message}
            range={RANGES.levelRequirement}
            typed={requirement}
            {...form.register('requirement_blast')}
          />
        </div>
        {failure && <Alert tone="danger">{level ? formTexts.error(failure) : failure}</Alert>}
        <div className="flex gap-2">
          <Button type="submit" busy={busy}>
            {busy ? common.saving : common.save}
          </Button>
          <Button variant="secondary" onClick={back}>
            {common.back}
          </Button>
        </div>
      </form>
    </Card>
  )
}

export default function LevelScreen() {
  const editing = useLocation().pathname.startsWith('/level/edit')
  const id = useSearchParams()[0].get('id') ?? ''
  const found = useQuery({
    queryKey: ['level', id],
    queryFn: ({ signal }) => call('GET /admin/level/:id', { params: { id } }, { signal, fallback: texts.oneFailed }),
    enabled: editing && id !== '',
    // A form starts from what is so now, and does not change under who fills it.
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const title = editing ? texts.editTitle : texts.createTitle
  return (
    <>
      <title>{`${title} · ${common.appName}`}</title>
      <PageHead title={title} note={texts.note} />
      {editing && id === '' && <Alert tone="danger">{texts.oneFailed}</Alert>}
      {editing && found.isError && !found.data && <Alert tone="danger">{errorText(found.error)}</Alert>}
      {editing && id !== '' && found.isPending && <Skeleton className="h-72 w-full max-w-2xl rounded-2xl" />}
      {!editing && <LevelForm level={null} />}
      {editing && found.data && <LevelForm key={found.data.level.id} level={found.data.level} />}
    </>
  )
}
