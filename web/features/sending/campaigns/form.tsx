// /campaign/edit?id=, or a new one without an id (rule campaigns).
import { zodResolver } from '@hookform/resolvers/zod'
import { useWatch } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { RANGES } from '../../../../contract/ground/ranges.ts'
import { AUDIENCES, CAMPAIGN_NAME_MAX, clockOf, PACES, WEEKDAYS } from '../../../../contract/sending/campaigns.ts'
import { call } from '../../../lib/api/http.ts'
import '../../../lib/forms/form-schema.ts'
import { useFields } from '../../../lib/fields/api.ts'
import { sendEdited, useRead } from '../../../lib/forms/edited.ts'
import { NumberField } from '../../../lib/forms/number-field.tsx'
import { formatRupiah } from '../../../lib/format/format.ts'
import { SubmitForm } from '../../../lib/forms/submit-form.tsx'
import { sendTyped } from '../../../lib/forms/typed-twice.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { RecordScreen } from '../../../lib/screen/record-screen.tsx'
import { ScreenHead } from '../../../lib/screen/screen-head.tsx'
import { useBack } from '../../../lib/screen/use-back.ts'
import { campaignTexts as texts, formTexts } from '../../../texts/indonesian.ts'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/input.tsx'
import { notify } from '../../../ui/notify.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { type Campaign, useCampaignToEdit, useSegments } from './api.ts'
import { copyOf, dayName, FIELDS, readOf, schema, type Typed, typedOf } from './parts/form-values.ts'
import { Reach } from './parts/reach.tsx'
import { VariantsField } from './parts/variants-field.tsx'

const { fields: words } = texts
/** Half hours, from..until. */
const clocks = (from: number, until: number): string[] =>
  Array.from({ length: (until - from) / 30 + 1 }, (_, i) => clockOf(from + i * 30))
const BEGINS = clocks(0, 1_410)
const ENDS = clocks(30, 1_440)
/** @param like what a new one begins with */
function CampaignForm({ campaign, like = null }: { campaign: Campaign | null; like?: Campaign | null }) {
  const navigate = useNavigate()
  const back = useBack(campaign ? `/campaign/show?id=${campaign.id}` : '/campaign')
  const form = useForm<Typed, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: like ? copyOf(like) : typedOf(campaign),
  })
  const { register, setValue, control, formState } = form
  const { errors } = formState
  const { read } = useRead(readOf(campaign))
  const values = useWatch({ control }) as Typed
  const { data: segments } = useSegments()
  const { data: fields } = useFields()
  const submit = useSubmit(form, {
    send: (body) =>
      campaign === null
        ? sendTyped({ ...body, ...(like ? { copied_from: like.id } : {}) }, (made) =>
            call('POST /admin/campaign/create', { body: made }, { fallback: texts.saveFailed }),
          )
        : sendEdited({ read, body, fields: FIELDS }, (edit) =>
            sendTyped(edit, (typed) =>
              call(
                'PUT /admin/campaign/:id',
                { params: { id: campaign.id }, body: typed },
                { fallback: texts.saveFailed },
              ),
            ),
          ),
    changes: ['campaigns', 'approvals'],
    onDone: ({ campaign: { id }, approval_pending }) => {
      if (approval_pending) notify.info(texts.savedPart)
      else notify.success(texts.saved)
      if (campaign === null) void navigate(`/campaign/show?id=${id}`, { replace: true })
      else back()
    },
  })
  const priceAsked = campaign?.price_asked ?? null
  const isFixed = campaign !== null && campaign.state !== 'draft'
  const endsRolling = isFixed && campaign.audience === 'rolling' && values.audience === 'frozen'
  const toggle = (day: number): void => {
    const next = values.days.includes(day)
      ? values.days.filter((one) => one !== day)
      : [...values.days, day].toSorted((a, b) => a - b)
    setValue('days', next, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
  return (
    <Card className="max-w-3xl p-5 sm:p-6">
      <SubmitForm submit={submit} onBack={back} {...(campaign ? { failureText: formTexts.error } : {})}>
        <TextField
          label={words.name}
          error={errors.name?.message}
          maxLength={CAMPAIGN_NAME_MAX}
          autoComplete="off"
          {...register('name')}
        />
        <Field label={words.segment} hint={isFixed ? words.fixed : undefined} error={errors.segment_id?.message}>
          {(box) => (
            <Select {...box} disabled={isFixed} value={values.segment_id} {...register('segment_id')}>
              <option value="">{words.everybody}</option>
              {(segments ?? []).map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label={words.audience}
          hint={endsRolling ? words.audienceEnds : words.audienceHints[values.audience ?? 'frozen']}
          error={errors.audience?.message}
        >
          {(box) => (
            <Select {...box} disabled={isFixed && campaign.audience === 'frozen'} {...register('audience')}>
              {AUDIENCES.map((audience) => (
                <option key={audience} value={audience}>
                  {words.audiences[audience]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <VariantsField
          value={values.templates.map(({ id, weight }) => ({ id, weight: String(weight) }))}
          onChange={(next) => setValue('templates', next, { shouldDirty: true, shouldValidate: formState.isSubmitted })}
          error={errors.templates?.message ?? errors.templates?.root?.message}
          wrong={Array.isArray(errors.templates) ? errors.templates : []}
        />
        {!isFixed && (
          <div className="text-[13px] text-ink-2">
            <Reach
              segment={values.segment_id}
              templates={values.templates.map(({ id, weight }) => ({ id, weight: String(weight) }))}
              zone={values.zone_field === '' ? null : values.zone_field}
              shows={{ campaign: campaign?.id ?? null }}
            />
          </div>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            type="datetime-local"
            label={words.startAt}
            hint={words.startHint}
            error={errors.start_at?.message}
            {...register('start_at')}
          />
          <TextField
            type="datetime-local"
            label={words.endAt}
            hint={words.endHints[values.audience ?? 'frozen']}
            error={errors.end_at?.message}
            {...register('end_at')}
          />
        </div>
        <fieldset className="flex flex-col gap-1.5">
          <legend className="mb-1.5 text-[13px] text-ink-2">{words.days}</legend>
          <div className="flex flex-wrap gap-2">
            {WEEKDAYS.map((day) => (
              <button
                key={day}
                type="button"
                aria-pressed={values.days.includes(day)}
                onClick={() => toggle(day)}
                className="min-h-9 min-w-12 rounded-full border border-line px-3 text-[13px] text-ink-2 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
              >
                {dayName(day)}
              </button>
            ))}
          </div>
          {errors.days && (
            <p role="alert" className="text-[13px] text-danger-text">
              {errors.days.message}
            </p>
          )}
        </fieldset>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={words.from} hint={words.hoursHint}>
            {(box) => (
              <Select {...box} {...register('from')}>
                {BEGINS.map((clock) => (
                  <option key={clock}>{clock}</option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={words.until} error={errors.until?.message}>
            {(box) => (
              <Select {...box} {...register('until')}>
                {ENDS.map((clock) => (
                  <option key={clock}>{clock}</option>
                ))}
              </Select>
            )}
          </Field>
          <div className="sm:col-span-2">
            <Field label={words.zone} hint={isFixed ? words.fixed : words.zoneHint} error={errors.zone_field?.message}>
              {(box) => (
                <Select {...box} disabled={isFixed} value={values.zone_field} {...register('zone_field')}>
                  <option value="">{words.jakarta}</option>
                  {(fields?.fields ?? []).map(({ key, name }) => (
                    <option key={key} value={key}>
                      {words.zoneOf(name)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
          <NumberField
            label={words.budget}
            hint={words.budgetHint}
            error={errors.budget?.message}
            range={RANGES.campaignBudget}
            typed={values.budget}
            {...register('budget')}
          />
          <NumberField
            label={words.budgetRupiah}
            hint={words.budgetRupiahHint}
            error={errors.budget_rupiah?.message}
            range={RANGES.campaignCost}
            typed={values.budget_rupiah}
            {...register('budget_rupiah')}
          />
          <Field label={words.pace} hint={words.paceHint}>
            {(box) => (
              <Select {...box} {...register('pace')}>
                {PACES.map((pace) => (
                  <option key={pace} value={pace}>
                    {words.paces[pace]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <NumberField
            label={words.price}
            hint={priceAsked === null ? words.priceHint : texts.priceWaits(formatRupiah(priceAsked))}
            error={errors.price?.message}
            range={RANGES.fee}
            typed={values.price}
            {...register('price')}
          />
          <Field label={words.priority}>
            {(box) => (
              <Select {...box} {...register('priority')}>
                {([8, 5, 2] as const).map((priority) => (
                  <option key={priority} value={priority}>
                    {words.priorities[priority]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      </SubmitForm>
    </Card>
  )
}

/** @param isCopy the one that is read is what a new one begins with */
function Read({ id, isCopy }: { id: string; isCopy: boolean }) {
  const query = useCampaignToEdit(id)
  return (
    <RecordScreen
      title={isCopy ? texts.createTitle : texts.editTitle}
      note={isCopy ? texts.createLead : (query.data?.campaign.name ?? '\u00a0')}
      backTo={`/campaign/show?id=${id}`}
      query={query}
      id={id}
      missing={texts.missing}
      skeleton="h-96 w-full max-w-3xl rounded-2xl"
    >
      {({ campaign }) => (
        <CampaignForm key={campaign.id} campaign={isCopy ? null : campaign} like={isCopy ? campaign : null} />
      )}
    </RecordScreen>
  )
}

export default function CampaignEdit() {
  const [params] = useSearchParams()
  const [id, from] = [params.get('id'), params.get('from')]
  const read = id ?? from
  if (read !== null) return <Read key={read} id={read} isCopy={id === null} />
  return (
    <>
      <ScreenHead title={texts.createTitle} note={texts.createLead} backTo="/campaign" />
      <CampaignForm campaign={null} />
    </>
  )
}
