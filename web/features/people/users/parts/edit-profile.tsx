// The edit window of the profile: names, email, bank details, password.
import { zodResolver } from '@hookform/resolvers/zod'
import { useWatch } from 'react-hook-form'
import { isEwallet } from '../../../../../contract/people/banks.ts'
import type { EditableUser } from '../../../../../contract/people/users.ts'
import '../../../../lib/forms/form-schema.ts'
import { BankField } from '../../../../lib/forms/bank-field.tsx'
import { useRead } from '../../../../lib/forms/edited.ts'
import { PresentPasswordField } from '../../../../lib/forms/present-password-field.tsx'
import { SubmitForm } from '../../../../lib/forms/submit-form.tsx'
import { useForm } from '../../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../../lib/forms/use-submit.ts'
import { useSaveUser } from '../../../../lib/api/users.ts'
import { common, profileTexts as texts } from '../../../../texts/indonesian.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field } from '../../../../ui/field.tsx'
import { notify } from '../../../../ui/notify.tsx'
import { PasswordInput } from '../../../../ui/password-input.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { needsProof, profileForm, type ProfileInput, type ProfileValues } from '../profile-schema.ts'

const FIELDS = {
  firstname: { label: texts.firstName },
  lastname: { label: texts.lastName },
  email: { label: texts.email },
  account_bank: { label: texts.bank },
  account_number: { label: texts.accountNumber },
  account_name: { label: texts.accountName },
}

/** @param atBank it was opened for the bank account, which a phone does not show at once */
type Props = { user: EditableUser; atBank: boolean; onClose: () => void }
export default function EditProfile({ user, atBank, onClose }: Props) {
  const form = useForm<ProfileInput, unknown, ProfileValues>({
    resolver: zodResolver(profileForm(user)),
    defaultValues: {
      email: user.email,
      firstname: user.firstname,
      lastname: user.lastname,
      account_bank: user.account_bank,
      account_number: user.account_number,
      account_name: user.account_name,
      password: '',
      current_password: '',
    },
  })
  const { read } = useRead(user)
  const save = useSaveUser(user, read, FIELDS)
  const submit = useSubmit(form, {
    send: async ({ password, current_password, ...values }) => {
      const secrets = {
        ...(password === '' ? {} : { password }),
        ...(current_password === '' ? {} : { current_password }),
      }
      const { emailPending } = await save({ ...values, ...secrets })
      if (emailPending !== null) notify.info(texts.emailPending(emailPending))
    },
    changes: ['users'],
    doneText: texts.saved,
    onDone: onClose,
  })
  const { errors } = form.formState
  const typed = useWatch({ control: form.control })
  const wallet = isEwallet(typed.account_bank ?? '')

  return (
    <Dialog open onClose={onClose} title={texts.editTitle} description={texts.editLead} closeLabel={common.close}>
      <SubmitForm submit={submit} failureText={texts.error} onCancel={onClose} className="gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={texts.firstName}
            error={errors.firstname?.message}
            {...form.register('firstname')}
            maxLength={80}
            autoComplete="given-name"
          />
          <TextField
            label={texts.lastName}
            error={errors.lastname?.message}
            {...form.register('lastname')}
            maxLength={80}
            autoComplete="family-name"
          />
        </div>
        <TextField
          label={texts.email}
          hint={texts.emailHint}
          error={errors.email?.message}
          {...form.register('email')}
          type="email"
          maxLength={254}
          autoComplete="email"
        />
        <BankField
          label={texts.bank}
          own={user.account_bank}
          error={errors.account_bank?.message}
          {...form.register('account_bank')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={wallet ? texts.walletNumber : texts.accountNumber}
            error={errors.account_number?.message}
            {...form.register('account_number')}
            autoFocus={atBank}
            inputMode="numeric"
            maxLength={40}
          />
          <TextField
            label={wallet ? texts.walletName : texts.accountName}
            error={errors.account_name?.message}
            {...form.register('account_name')}
            maxLength={120}
          />
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
        {needsProof(user, typed) && (
          <PresentPasswordField error={errors.current_password?.message} {...form.register('current_password')} />
        )}
      </SubmitForm>
    </Dialog>
  )
}
