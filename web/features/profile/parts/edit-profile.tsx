// The edit window of the profile: names, bank details, password.
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { User } from '../../../../contract/users.ts'
import '../../../lib/forms/form-schema.ts'
import { bankList, usePublicConfig } from '../../../lib/api/public-config.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { useUserUpdate } from '../../../lib/api/users.ts'
import { common, profileTexts as texts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input, Select } from '../../../ui/input.tsx'
import { notify } from '../../../ui/notify.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { profileForm, type ProfileInput, type ProfileValues } from '../schema.ts'

export default function EditProfile({ user, onClose }: { user: User; onClose: () => void }) {
  const { data: config } = usePublicConfig()
  const banks = bankList(config)
  const form = useForm<ProfileInput, unknown, ProfileValues>({
    resolver: zodResolver(profileForm(user.email)),
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
  const { busy, failure, onSubmit } = useSubmit(form, {
    send: ({ password, ...values }) => update.mutateAsync(password === '' ? values : { ...values, password }),
    onDone: () => undefined,
  })
  const { errors } = form.formState
  // The bank of old stays in the list even when it is no longer configured.
  const choices = [...new Set([...banks, ...(user.account_bank ? [user.account_bank] : [])])]

  return (
    <Dialog open onClose={onClose} title={texts.editTitle} description={texts.editLead} closeLabel={common.close}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={texts.firstName} error={errors.firstname?.message}>
            {(control) => (
              <Input {...control} {...form.register('firstname')} maxLength={80} autoComplete="given-name" />
            )}
          </Field>
          <Field label={texts.lastName} error={errors.lastname?.message}>
            {(control) => (
              <Input {...control} {...form.register('lastname')} maxLength={80} autoComplete="family-name" />
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
              <Input {...control} {...form.register('account_number')} inputMode="numeric" maxLength={40} />
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
              {...form.register('password')}
              autoComplete="new-password"
              showLabel={common.showPassword}
              hideLabel={common.hidePassword}
            />
          )}
        </Field>
        {failure && <Alert tone="danger">{texts.error(failure)}</Alert>}
        <div className="flex flex-wrap justify-end gap-2 pt-1">
          <Button variant="secondary" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" busy={busy}>
            {busy ? common.saving : common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
