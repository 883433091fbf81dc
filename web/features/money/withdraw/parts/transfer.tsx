// Where the money is sent: the bank details as they were at the request.
import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { isEwallet } from '../../../../../contract/people/banks.ts'
import type { WithdrawItem } from '../../../../../contract/money/withdraw.ts'
import { BankChangeLine } from '../../../../lib/bank-change/bank-change.tsx'
import { withdrawTexts as texts } from '../../../../texts/indonesian.ts'
import { Button } from '../../../../ui/button.tsx'
import { notify } from '../../../../ui/notify.tsx'
import { useAccount } from '../api.ts'

type Props = { item: WithdrawItem; children?: ReactNode }
export function Transfer({ item, children }: Props) {
  const { data } = useAccount(item.id)
  // the end of the number until the whole one is there
  const { account_bank, account_number, account_name } = data ?? item.User
  const facts: [string, string][] = [
    [texts.bank, account_bank],
    [isEwallet(account_bank) ? texts.walletNumber : texts.accountNumber, account_number],
    [texts.accountName, account_name],
  ]
  const copy = (): void =>
    void navigator.clipboard.writeText(account_number).then(
      () => notify.success(texts.copied),
      () => notify.error(account_number),
    )
  return (
    <section
      aria-label={texts.transfer}
      className="flex flex-wrap items-end justify-between gap-4 rounded-xl bg-surface-2 px-4 py-3"
    >
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-xs text-ink-2">{label}</dt>
            <dd className="mt-0.5 font-semibold break-words select-all">{value || '–'}</dd>
          </div>
        ))}
      </dl>
      <Button variant="secondary" size="sm" disabled={!data} onClick={copy}>
        <Copy aria-hidden className="size-4" />
        {texts.copyNumber}
      </Button>
      {children}
      <BankChangeLine change={item.bankChange} aloneFrom={item.status === 'requested' ? item.alonePaidFrom : null} />
    </section>
  )
}
