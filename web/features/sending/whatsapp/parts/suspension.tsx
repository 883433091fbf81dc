// What admin and dev see of a suspended account: how often it was, and the way back.
import { accountTitle } from '../../../../../contract/sending/account-name.ts'
import type { LiveAccount } from '../../../../realtime/apply-event.ts'
import { whatsappTexts as texts } from '../../../../texts/indonesian.ts'
import { Button } from '../../../../ui/button.tsx'
import { type Activation, canActivate } from '../use-activation.ts'

export function Suspension({ account, activation }: { account: LiveAccount; activation: Activation }) {
  const busy = activation.isBusy(account.id)
  return (
    <div className="flex flex-col items-start gap-1.5">
      <p className="text-[13px] text-ink-2">{texts.suspensions(account.suspended_count)}</p>
      {canActivate(account) ? (
        <Button
          size="sm"
          variant="secondary"
          busy={busy}
          aria-label={texts.activateOf(accountTitle(account))}
          onClick={() => activation.run(account)}
        >
          {busy ? texts.activating : texts.activate}
        </Button>
      ) : (
        <p className="text-[13px] text-danger-text lg:w-40">{texts.suspendedTooOften}</p>
      )}
    </div>
  )
}
