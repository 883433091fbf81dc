// What an admin may do to anybody's account: pause it, let it go on, or stop its blast, with the reason that its owner reads
// (rule account-hold).
import { useState } from 'react'
import { accountTitle } from '../../../../../contract/sending/account-name.ts'
import { accountTexts } from '../../../../../contract/sending/account-texts.ts'
import { useMine } from '../../../../lib/forms/read-as.tsx'
import { ReasonDialog } from '../../../../lib/forms/reason-dialog.tsx'
import { useRowAction } from '../../../../lib/lists/use-row-action.ts'
import type { LiveAccount } from '../../../../realtime/apply-event.ts'
import { fromServer, pauseTexts as texts } from '../../../../texts/indonesian.ts'
import { Button } from '../../../../ui/button.tsx'
import { holdAccount, releaseAccount, stopBlasting } from '../api.ts'

/** @param stops the row offers no other way to stop its blast */
export function HoldControl({ account, stops }: { account: LiveAccount; stops: boolean }) {
  const [asks, setAsks] = useState<'hold' | 'stop' | null>(null)
  const release = useRowAction<LiveAccount>({
    idOf: ({ id }) => id,
    send: releaseAccount,
    changes: ['accounts'],
    doneText: texts.releaseDone,
  })
  const name = accountTitle(account)
  const { by, since } = useMine()
  const isHeld = account.held?.of === 'account'
  const close = (): void => setAsks(null)
  return (
    <div className="flex flex-wrap gap-1.5">
      {isHeld ? (
        <Button
          size="sm"
          busy={release.isBusy(account.id)}
          aria-label={texts.releaseOf(name)}
          onClick={() => release.run(account)}
        >
          {texts.release}
        </Button>
      ) : (
        <Button size="sm" variant="secondary" aria-label={texts.holdOf(name)} onClick={() => setAsks('hold')}>
          {texts.hold}
        </Button>
      )}
      {stops && account.purpose === 'blast' && account.status === 'sending' && (
        <Button size="sm" variant="ghost" aria-label={texts.stopOf(name)} onClick={() => setAsks('stop')}>
          {texts.stop}
        </Button>
      )}
      {asks && (
        <ReasonDialog
          title={asks === 'hold' ? texts.holdTitle : texts.stopTitle}
          lead={asks === 'hold' ? texts.holdLead : texts.stopLead}
          hint={texts.reasonHint}
          reads={{
            who: texts.ownerReads,
            text: (reason) =>
              asks === 'hold'
                ? `${texts.account(by, since)}\n${reason}`
                : fromServer(accountTexts.stoppedByAdmin(reason)),
          }}
          yes={asks === 'hold' ? texts.hold : texts.stop}
          doneText={asks === 'hold' ? texts.holdDone : texts.stopDone}
          changes={['accounts']}
          send={(reason) => (asks === 'hold' ? holdAccount : stopBlasting)(account, reason)}
          onClose={close}
        />
      )}
    </div>
  )
}
