// /settings: 'Form Pengaturan', every setting with one line that says what it does (rule screens-by-role).
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router'
import { GRADE_NAMES } from '../../../../contract/ground/consent-grades.ts'
import type { Settings } from '../../../../contract/ground/settings.ts'
import { Announcement } from '../../../lib/announcement/announcement.tsx'
import { keys } from '../../../lib/api/query-keys.ts'
import { useRecord } from '../../../lib/api/use-record.ts'
import { RecordScreen } from '../../../lib/screen/record-screen.tsx'
import type { Answer } from '../../../../contract/api/table.ts'
import { call } from '../../../lib/api/http.ts'
import { type Fields, sendEdited, useRead } from '../../../lib/forms/edited.ts'
import { sendTyped } from '../../../lib/forms/typed-twice.ts'
import { NumberField } from '../../../lib/forms/number-field.tsx'
import { useForm } from '../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { common, formTexts, settingsTexts as texts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input, inputClass, Select } from '../../../ui/input.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { notify } from '../../../ui/notify.tsx'
import { ChangedLine, type SettingChange } from './changed-line.tsx'
import { PauseCard } from './pause-card.tsx'
import { TestAlert } from './test-alert.tsx'
import { ValueChips } from './value-chips.tsx'
import { changesOf, NUMBERS, settingsForm, type SettingsInput, type SettingsValues, toInput } from './schema.ts'

type Name = keyof SettingsInput
const FIELDS: Fields = Object.fromEntries(Object.entries(texts.labels).map(([name, label]) => [name, { label }]))
/** Every word stands in one of these texts. */
const isFound = (search: string, among: readonly string[]): boolean => {
  const said = among.join(' ').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word))
}
type Read = Pick<Answer<'GET /admin/setting/get'>, 'setting' | 'version'>

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card aria-label={title} className="p-5 has-[>div:empty]:hidden sm:p-6">
      <h2 className="mb-4 text-base font-semibold">{title}</h2>
      <div className="grid items-start gap-5 sm:grid-cols-2">{children}</div>
    </Card>
  )
}

/** What is not there yet, or cannot be read, is a line less: the form does not wait for it. */
const useChanges = (): ReadonlyMap<string, SettingChange> => {
  const { data } = useQuery({
    queryKey: keys.sums('settings', 'changes'),
    queryFn: async ({ signal }) => (await call('GET /admin/setting/changes', {}, { signal })).changes,
    refetchOnMount: 'always',
  })
  return new Map(data?.map((change) => [change.field, change]))
}

function SettingsForm({ setting, version }: Read) {
  const cache = useQueryClient()
  const form = useForm<SettingsInput, unknown, SettingsValues>({
    resolver: zodResolver(settingsForm),
    defaultValues: toInput(setting),
  })
  const { errors } = form.formState
  const changes = useChanges()
  const [search, setSearch] = useState(useSearchParams()[0].get('s') ?? '')
  // a field that is wrong is shown, whatever is searched for
  const shows = (name: Name): boolean =>
    errors[name] !== undefined || isFound(search, [texts.labels[name], texts.hints[name]])
  const { read, take } = useRead<Settings>({ ...setting, version })
  const { busy, failure, onSubmit } = useSubmit(form, {
    send: (values) =>
      sendEdited({ read, body: changesOf(read.values, values), fields: FIELDS, isPartial: true }, (edit) =>
        sendTyped(edit, (body) => call('PUT /admin/setting/update', { body })),
      ),
    changes: ['settings', 'public-config', 'approvals'],
    onDone: (answer) => {
      notify.success(answer.approval_pending ? texts.savedPart : texts.saved)
      cache.setQueryData(keys.form('settings'), answer)
      form.reset(toInput(answer.setting))
      take({ ...answer.setting, version: answer.version })
    },
  })
  const words = (name: Name) => ({ label: texts.labels[name], hint: texts.hints[name], error: errors[name]?.message })
  const typed = useWatch({ control: form.control })
  const place = (name: Name, field: ReactNode, isWide = false) => {
    const change = changes.get(name)
    return (
      shows(name) && (
        <div className={classNames('flex min-w-0 flex-col gap-1', isWide && 'sm:col-span-2')}>
          {field}
          {change && <ChangedLine change={change} />}
        </div>
      )
    )
  }
  const wide = (name: Name, field: ReactNode) => place(name, field, true)
  type Box = { inputMode?: 'url'; placeholder?: string; maxLength?: number }
  const box = (name: Name, rest: Box = {}, isWide = false) =>
    place(
      name,
      <Field {...words(name)}>
        {(control) => <Input {...control} {...form.register(name)} {...rest} autoComplete="off" />}
      </Field>,
      isWide,
    )
  const number = (name: keyof typeof NUMBERS, placeholder?: string) =>
    place(
      name,
      <NumberField
        {...words(name)}
        {...form.register(name)}
        range={NUMBERS[name]}
        typed={typed[name] ?? ''}
        placeholder={placeholder}
      />,
    )
  const tick = (name: 'staff_can_process' | 'campaigns_reviewed' | 'factor_required') =>
    wide(
      name,
      <Checkbox
        {...form.register(name)}
        label={
          <>
            <span className="block font-semibold text-ink">{texts.labels[name]}</span>
            {texts.hints[name]}
          </>
        }
        error={errors[name]?.message}
      />,
    )
  const chips = (name: 'bank_names' | 'colors', kind: 'bank' | 'color') =>
    wide(
      name,
      <Controller
        name={name}
        control={form.control}
        render={({ field }) => (
          <ValueChips kind={kind} {...words(name)} value={field.value} onChange={field.onChange} />
        )}
      />,
    )
  return (
    <div className="flex max-w-4xl flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex w-full sm:w-auto sm:flex-1">
          <SearchBox
            label={texts.search}
            hint={texts.search}
            typed={search}
            onType={setSearch}
            onNow={() => undefined}
          />
        </div>
        <Link to="/audit?action=settings.update" className={buttonClass('secondary', 'sm')}>
          {texts.changes}
        </Link>
      </div>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {Object.keys(texts.labels).every((name) => !shows(name as Name)) && <p role="status">{texts.searchNone}</p>}
        <Group title={texts.groups.sending}>
          {number('interval_min')}
          {number('interval_max')}
          {number('interval_floor')}
          {number('daily_cap')}
        </Group>
        <Group title={texts.groups.limits}>
          {box('send_window_start', { placeholder: '08:00', maxLength: 5 })}
          {box('send_window_end', { placeholder: '20:00', maxLength: 5 })}
          {number('recipient_cooldown_hours')}
          {number('lookup_daily_cap')}
          {number('rate_stops_percent', texts.percentPlaceholder)}
          {number('rate_undelivered_percent', texts.percentPlaceholder)}
        </Group>
        <Group title={texts.groups.consent}>
          {wide(
            'consent_lowest_grade',
            <Field {...words('consent_lowest_grade')}>
              {(control) => (
                <Select {...control} {...form.register('consent_lowest_grade')}>
                  {GRADE_NAMES.map((grade) => (
                    <option key={grade} value={grade}>
                      {texts.grades[grade]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>,
          )}
          {number('consent_days_message')}
          {number('consent_days_form')}
          {number('consent_days_import')}
          {number('consent_days_typed')}
        </Group>
        <Group title={texts.groups.money}>
          {number('price')}
          {number('referral_percent', texts.percentPlaceholder)}
          {number('settle_after_s')}
          {number('payout_days')}
          {number('second_person_above')}
          {number('decider_day_limit')}
          {number('second_person_fee_above')}
          {number('fraud_list_score')}
          {number('fraud_hold_score')}
          {chips('bank_names', 'bank')}
          {tick('staff_can_process')}
        </Group>
        <Group title={texts.groups.security}>
          {tick('campaigns_reviewed')}
          {tick('factor_required')}
        </Group>
        <Group title={texts.groups.look}>
          {wide(
            'info',
            <>
              <Field {...words('info')}>
                {(control) => (
                  <textarea
                    {...control}
                    {...form.register('info')}
                    rows={3}
                    maxLength={2_000}
                    className={inputClass('py-2.5')}
                  />
                )}
              </Field>
              {(typed.info ?? '').trim() !== '' && (
                <figure aria-label={texts.infoPreview}>
                  <figcaption className="mb-1 text-xs text-ink-3">{texts.infoPreview}</figcaption>
                  <Announcement text={typed.info ?? ''} still />
                </figure>
              )}
            </>,
          )}
          {chips('colors', 'color')}
          {box('support_url', { inputMode: 'url', placeholder: 'https://t.me/' }, true)}
        </Group>
        <Group title={texts.groups.alerts}>
          {box('alert_email', { placeholder: 'penjaga@contoh.id', maxLength: 500 })}
          {box('alert_webhook_url', { inputMode: 'url', placeholder: 'https://', maxLength: 500 })}
          {search === '' && (
            <TestAlert
              isChanged={
                typed.alert_email !== setting.alert_email || typed.alert_webhook_url !== setting.alert_webhook_url
              }
            />
          )}
          {box('checkpoint_email', { placeholder: 'arsip@contoh.id', maxLength: 500 })}
        </Group>
        <Group title={texts.groups.technical}>{box('whatsapp_version', { placeholder: '2.3000.1023' })}</Group>
        {failure && <Alert tone="danger">{formTexts.error(failure)}</Alert>}
        <div className="sticky bottom-0 -mx-4 border-t border-line bg-canvas/95 px-4 py-3 backdrop-blur sm:mx-0 sm:px-0">
          <Button type="submit" busy={busy}>
            {busy ? common.saving : common.save}
          </Button>
        </div>
      </form>
    </div>
  )
}

export default function SettingsScreen() {
  const query = useRecord(
    'settings',
    '',
    (signal) => call('GET /admin/setting/get', {}, { signal, fallback: texts.loadFailed }),
    true,
  )
  return (
    <RecordScreen title={texts.title} note={texts.lead} query={query} skeleton="h-96 w-full max-w-4xl rounded-2xl">
      {({ setting, version }) => (
        <>
          <PauseCard />
          <SettingsForm setting={setting} version={version} />
        </>
      )}
    </RecordScreen>
  )
}
