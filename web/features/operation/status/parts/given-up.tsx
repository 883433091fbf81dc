// Accounts that gave up, and the button that has all of them try again (rule reconnect-all). Nothing is shown while there are none.
import type { Status } from '../../../../../contract/operation/status.ts'
import { call } from '../../../../lib/api/http.ts'
import { useAction } from '../../../../lib/api/use-action.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import { statusTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'

export function GivenUp({ givenUp: { accounts, areAsked } }: Required<Pick<Status, 'givenUp'>>) {
  const ask = useAction({
    send: () => call('POST /admin/whatsapp/reconnect-all', {}),
    changes: ['status', 'accounts'],
    doneText: texts.areAsked,
  })
  if (accounts === 0) return null
  return (
    <Alert tone="warning">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="min-w-0 flex-1 basis-64">
          {texts.givenUp(formatNumber(accounts))}
          {areAsked && ` ${texts.areAsked}`}
        </p>
        <Button variant="secondary" busy={ask.busy} disabled={areAsked} onClick={() => ask.run()}>
          {texts.reconnectAll}
        </Button>
      </div>
      {ask.failure && <p className="mt-2">{ask.failure}</p>}
    </Alert>
  )
}
