// The fields of a person that only admin and dev set: role, level, fee, bank (rule roles).
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { isEwallet } from '../../../../../contract/people/banks.ts'
import { z } from 'zod'
import type { Level } from '../../../../../contract/people/levels.ts'
import { RANGES } from '../../../../../contract/ground/ranges.ts'
import type { Role } from '../../../../../contract/people/role-table.ts'
import { role } from '../../../../../contract/people/roles.ts'
import { type EditableUser, type User, userUpdate } from '../../../../../contract/people/users.ts'
import '../../../../lib/forms/form-schema.ts'
import { formatNumber, formatRupiah } from '../../../../lib/format/format.ts'
import { errorText, call } from '../../../../lib/api/http.ts'
import { useRead } from '../../../../lib/forms/edited.ts'
import { NumberField } from '../../../../lib/forms/number-field.tsx'
import { keys } from '../../../../lib/api/query-keys.ts'
import { BankField } from '../../../../lib/forms/bank-field.tsx'
import { PresentPasswordField } from '../../../../lib/forms/present-password-field.tsx'
import { SubmitForm } from '../../../../lib/forms/submit-form.tsx'
import type { SessionUser } from '../../../../lib/session/session.ts'
import { useForm } from '../../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../../lib/forms/use-submit.ts'
import { useSaveUser } from '../../../../lib/api/users.ts'
import {
  approvalTexts,
  formTexts,
  profileTexts,
  shellTexts,
  memberTexts as texts,
} from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Select } from '../../../../ui/input.tsx'
import { notify } from '../../../../ui/notify.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { adminUpdate, changesBank, ownFee, rolesFor } from '../admin-update-rules.ts'
import { RoleQuestion } from './role-question.tsx'

const LEVELS_SHOWN = 100
/** Empty: the level's fee applies. */
const fee = z
  .string()
  .transform((typed) => (typed.trim() === '' ? null : typed))
  .pipe(userUpdate.shape.blast_fee.unwrap() as z.ZodType<number | null, string | null>)
const bank = (schema: z.ZodOptional<z.ZodString>) => schema.unwrap()
const schema = z.object({
  role,
  level_id: z.string(),
  blast_fee: fee,
  account_bank: bank(userUpdate.shape.account_bank),
  account_number: bank(userUpdate.shape.account_number).regex(/^[\d\s.-]*$/, profileTexts.numberOnly),
  account_name: bank(userUpdate.shape.account_name),
  current_password: z.string(),
})
type Props = { user: EditableUser; me: SessionUser }

type Values = z.output<typeof schema>
const inputOf = ({ user, own }: { user: User; own: number | null }): z.input<typeof schema> => ({
  role: user.role,
  level_id: user.level_id,
  blast_fee: own === null ? '' : formatNumber(own),
  account_bank: user.account_bank,
  account_number: user.account_number,
  account_name: user.account_name,
  current_password: '',
})
function Form({ user, me, levels }: Props & { levels: Level[] }) {
  // What the form was filled from. A newer record must not make an untouched field look changed, or saving would undo what another
  // admin has set meanwhile.
  const [from, setFrom] = useState(() => ({ user, own: ownFee(user, levels) }))
  const { own } = from
  const [asking, setAsking] = useState<Values | null>(null)
  const { read, take } = useRead(user)
  const fields = {
    role: { label: texts.role, show: (value: unknown) => shellTexts.roles[value as Role] },
    level_id: {
      label: texts.level,
      show: (value: unknown) => levels.find(({ id }) => id === value)?.name ?? user.level,
    },
    blast_fee: { label: texts.fee, show: (value: unknown) => (value === null ? '' : formatRupiah(Number(value))) },
    account_bank: { label: profileTexts.bank },
    account_number: { label: profileTexts.accountNumber },
    account_name: { label: profileTexts.accountName },
  }
  const save = useSaveUser(user, read, fields)
  const self = me.id === user.id
  const form = useForm<z.input<typeof schema>, unknown, Values>({
    resolver: zodResolver(schema),
    defaultValues: inputOf(from),
  })
  const { errors } = form.formState
  const typed = useWatch({ control: form.control })
  const wallet = isEwallet(typed.account_bank ?? '')
  // the bank says whose money it becomes: the admin proves to be there (rule present-password)
  const asksProof = changesBank(from.user, typed)
  const submit = useSubmit(form, {
    isReady: (values) => {
      const asks = !self && values.role !== from.user.role
      if (asks) setAsking(values)
      return !asks
    },
    send: async ({ current_password, ...values }) => {
      const changes = adminUpdate(from.user, own, values)
      if (Object.keys(changes).length === 0) return notify.info(texts.unchanged)
      const sent = current_password === '' ? changes : { ...changes, current_password }
      const { user: now, approvalPending } = await save(sent)
      take(now)
      // a price that waits stays as it was typed; all else is as it is stored, also where somebody else was faster
      const waits = approvalPending ? { level_id: values.level_id } : {}
      const next = { user: { ...now, ...waits }, own: approvalPending ? values.blast_fee : ownFee(now, levels) }
      setFrom(next)
      form.reset(inputOf(next))
      if (approvalPending) notify.info(approvalTexts.asked)
      else notify.success(texts.adminSaved)
    },
    changes: ['users', 'approvals'],
  })
  return (
    <SubmitForm submit={submit} failureText={formTexts.error} className="mt-5 gap-5">
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={texts.role} hint={self ? texts.roleOwn : texts.roleHint} error={errors.role?.message}>
          {(control) => (
            <Select {...control} {...form.register('role', { disabled: self })}>
              {rolesFor(me, user).map((name) => (
                <option key={name} value={name}>
                  {shellTexts.roles[name]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={texts.level} hint={self ? texts.priceOwn : texts.levelHint} error={errors.level_id?.message}>
          {(control) => (
            <Select {...control} {...form.register('level_id', { disabled: self })}>
              {!levels.some(({ id }) => id === user.level_id) && <option value={user.level_id}>{user.level}</option>}
              {levels.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <NumberField
          label={texts.fee}
          hint={self ? texts.priceOwn : texts.feeHint(formatRupiah(user.blast_fee))}
          error={errors.blast_fee?.message}
          range={RANGES.fee}
          typed={typed.blast_fee ?? ''}
          {...form.register('blast_fee', { disabled: self })}
        />
        <BankField
          label={texts.bank}
          own={user.account_bank}
          error={errors.account_bank?.message}
          {...form.register('account_bank')}
        />
        <TextField
          label={wallet ? profileTexts.walletNumber : profileTexts.accountNumber}
          error={errors.account_number?.message}
          {...form.register('account_number')}
          inputMode="numeric"
          maxLength={40}
        />
        <TextField
          label={wallet ? profileTexts.walletName : profileTexts.accountName}
          error={errors.account_name?.message}
          {...form.register('account_name')}
          maxLength={120}
        />
        {asksProof && (
          <PresentPasswordField error={errors.current_password?.message} {...form.register('current_password')} />
        )}
      </div>
      {asking && (
        <RoleQuestion
          name={`${user.firstname} ${user.lastname}`.trim()}
          from={from.user.role}
          to={asking.role}
          onYes={() => void submit.sendNow(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </SubmitForm>
  )
}

export default function AdminForm({ user, me }: Props) {
  const levels = useQuery({
    queryKey: keys.choices('levels', 'member'),
    queryFn: ({ signal }) => call('GET /admin/level/list-per-page', { query: { limit: LEVELS_SHOWN } }, { signal }),
  })
  return (
    <Card aria-label={texts.adminTitle} className="p-5 sm:p-6">
      <h2 className="text-base font-semibold">{texts.adminTitle}</h2>
      <p className="mt-1 text-ink-2">{texts.adminLead}</p>
      {levels.isPending && <Skeleton className="mt-5 h-56 w-full" />}
      {levels.isError && !levels.data && <Alert tone="danger">{errorText(levels.error)}</Alert>}
      {levels.data && <Form user={user} me={me} levels={levels.data.data} />}
    </Card>
  )
}
