// The edit window of the profile: names, bank details, password.
import { useForm } from 'react-hook-form'
import { passwordProblem } from '../../../../contract/auth.ts'
import type { User, UserUpdate } from '../../../../contract/users.ts'
import { ApiError, errorText } from '../../../lib/http.ts'
import { bankList, usePublicConfig } from '../../../lib/public-config.ts'
import { useUserUpdate } from '../../../lib/users.ts'
import { common, profileTexts as texts } from '../../../texts/id.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input, Select } from '../../../ui/input.tsx'
import { notify } from '../../../ui/notify.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'

type Values = Record<'firstname' | 'lastname' | 'account_bank' | 'account_number' | 'account_name' | 'password', string>

export default function EditProfile({ user, onClose }: { user: User; onClose: () => void }) {
  const { data: config } = usePublicConfig()
  const banks = bankList(config)
  const form = useForm<Values>({
    defaultValues: {
      firstname: user.firstname,
      lastname: user.lastname,
      account_bank: user.account_bank,
      account_number: user.account_number,
      account_name: user.account_name,
      password: '',
    },
  })
  const update = useUserUpdate(user.id, () => {
    notify.success(texts.saved)
    onClose()
  })
  const onSubmit = form.handleSubmit(({ password, ...values }) => {
    const changes: UserUpdate = password === '' ? values : { ...values, password }
    update.mutate(changes, {
      onError: (error) => {
        if (!(error instanceof ApiError)) return
        for (const [name, message] of Object.entries(error.fields ?? {}))
          if (name in values || name === 'password') form.setError(name as keyof Values, { message })
      },
    })
  })
  const { errors } = form.formState
  const required = { required: texts.required, validate: (value: string) => value.trim() !== '' || texts.required }
  // The bank of old stays in the list even when it is no longer configured.
  const choices = [...new Set([...banks, ...(user.account_bank ? [user.account_bank] : [])])]

  return (
    <Dialog open onClose={onClose} title={texts.editTitle} description={texts.editLead} closeLabel={common.close}>
      <form noValidate onSubmit={(event) => void onSubmit(event)} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={texts.firstName} error={errors.firstname?.message}>
            {(control) => (
              <Input {...control} {...form.register('firstname', required)} maxLength={80} autoComplete="given-name" />
            )}
          </Field>
          <Field label={texts.lastName} error={errors.lastname?.message}>
            {(control) => (
              <Input {...control} {...form.register('lastname', required)} maxLength={80} autoComplete="family-name" />
            )}
          </Field>
        </div>
        <Field label={texts.bank} error={errors.account_bank?.message}>
          {(control) => (
            <Select {...control} {...form.register('account_bank')} disabled={choices.length === 0}>
              <option value="">{choices.length === 0 ? texts.noBanks : texts.chooseBank}</option>
              {choices.map((bank) => (
                <option key={bank} value={bank}>
                  {bank}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={texts.accountNumber} error={errors.account_number?.message}>
            {(control) => (
              <Input
                {...control}
                {...form.register('account_number', { pattern: { value: /^[\d\s.-]*$/, message: texts.numberOnly } })}
                inputMode="numeric"
                maxLength={40}
              />
            )}
          </Field>
          <Field label={texts.accountName} error={errors.account_name?.message}>
            {(control) => <Input {...control} {...form.register('account_name')} maxLength={120} />}
          </Field>
        </div>
        <Field label={texts.password} hint={texts.passwordHint} error={errors.password?.message}>
          {(control) => (
            <PasswordInput
              {...control}
              {...form.register('password', {
                validate: (value) => value === '' || (passwordProblem(value, user.email) ?? true),
              })}
              autoComplete="new-password"
              showLabel={common.showPassword}
              hideLabel={common.hidePassword}
            />
          )}
        </Field>
        {update.isError && <Alert tone="danger">{texts.error(errorText(update.error))}</Alert>}
        <div className="flex flex-wrap justify-end gap-2 pt-1">
          <Button variant="secondary" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" busy={update.isPending}>
            {update.isPending ? common.saving : common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
