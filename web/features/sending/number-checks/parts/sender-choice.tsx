// The picker of the account that asks, 'Daftar Baru' first; says what to do when the account is new or disconnected.
import { accountName, accountTitle } from '../../../../../contract/sending/account-name.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link2, PlugZap } from 'lucide-react'
import { Link } from 'react-router'
import type { CheckKind } from '../../../../../contract/sending/number-checks.ts'
import { type Account, MUST_RECONNECT } from '../../../../../contract/sending/whatsapp.ts'
import { call } from '../../../../lib/api/http.ts'
import { keys } from '../../../../lib/api/query-keys.ts'
import { SearchPicker, useTyped } from '../../../../lib/forms/search-picker.tsx'
import { checkTexts as texts, whatsappTexts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { buttonClass } from '../../../../ui/button.tsx'
import type { Choice } from '../../../../ui/combobox.tsx'
import { Field } from '../../../../ui/field.tsx'
import { useSender } from '../api.ts'
import { NEW_SENDER } from '../form-schema.ts'
import { linkAddress } from '../kinds.ts'

const CHOICES = 20
const WORDS = { placeholder: texts.senderPlaceholder, search: texts.senderSearch }
const NEW: Choice = { value: NEW_SENDER, label: texts.senderNew, note: texts.senderNewNote }
const choiceOf = (account: Account): Choice => ({
  value: account.id,
  label: accountTitle(account),
  note: [accountName(account) ? account.phonenumber : null, whatsappTexts.states[account.state]]
    .filter(Boolean)
    .join(' · '),
})

type Props = {
  kind: CheckKind
  value: string
  error: string | undefined
  onChange: (id: string) => void
  /** Goes to linking an account, from where the person comes back to this form. */
  onLeave: () => void
}

export function SenderChoice({ kind, value, error, onChange, onLeave }: Props) {
  const box = useTyped()
  const found = useQuery({
    queryKey: keys.choices('accounts', 'number-checks', box.search),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { page: 1, limit: CHOICES, search: box.search, checks: '1' } as const
      return (await call('GET /admin/whatsapp/list-per-page', { query }, { signal })).data
    },
    refetchOnMount: 'always',
  })
  const isNew = value === NEW_SENDER
  const sender = useSender(isNew ? '' : value).data
  const cutOff = sender !== undefined && value === sender.id && MUST_RECONNECT.includes(sender.state)
  return (
    <div className="flex flex-col gap-3">
      <Field label={texts.sender} hint={texts.senderHint} error={error}>
        {(control) => (
          <SearchPicker
            control={control}
            words={WORDS}
            box={box}
            found={found}
            choiceOf={choiceOf}
            first={[NEW]}
            chosen={isNew ? NEW : sender && value === sender.id ? choiceOf(sender) : null}
            onChoose={(choice) => onChange(choice.value)}
            nothing={box.search === '' ? texts.senderNone : null}
          />
        )}
      </Field>
      {isNew && (
        <Alert
          tone="info"
          action={
            <Link to={linkAddress(kind, null)} onClick={onLeave} className={buttonClass('secondary', 'sm')}>
              <Link2 aria-hidden className="size-4" />
              {texts.senderLink}
            </Link>
          }
        >
          {texts.senderNewText}
        </Alert>
      )}
      {cutOff && (
        <Alert
          tone="warning"
          action={
            <Link to={linkAddress(kind, sender.id)} onClick={onLeave} className={buttonClass('secondary', 'sm')}>
              <PlugZap aria-hidden className="size-4" />
              {texts.senderReconnect}
            </Link>
          }
        >
          {texts.senderLost}
        </Alert>
      )}
    </div>
  )
}
