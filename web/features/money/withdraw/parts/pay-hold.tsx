// Over the list of withdraws: all of them wait because the place pays far more than usual, and the way out (rule usual-pay).
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../../lib/api/http.ts'
import { keys } from '../../../../lib/api/query-keys.ts'
import { ReasonDialog } from '../../../../lib/forms/reason-dialog.tsx'
import { formatMoment, formatRupiah } from '../../../../lib/format/format.ts'
import { payHoldTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'

const LOOK_AGAIN_MS = 60_000

/** isAdmin: staff read why, and cannot let go. */
export function PayHold({ isAdmin }: { isAdmin: boolean }) {
  const { data } = useQuery({
    queryKey: keys.sums('withdraws', 'pay-hold'),
    queryFn: ({ signal }) => call('GET /admin/pay-hold', {}, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
  })
  const [asks, setAsks] = useState(false)
  const hold = data?.hold
  if (!hold) return null
  const { id, since, rupiah, usual } = hold
  const figures =
    rupiah === null || usual === null ? '' : ` ${texts.figures(formatRupiah(rupiah), formatRupiah(usual))}`
  return (
    <div className="mb-5">
      <Alert tone="warning">
        <p>
          {texts.held(formatMoment(since))}
          {figures} {isAdmin ? texts.admin : texts.staff}
        </p>
        {isAdmin && (
          <Button size="sm" variant="secondary" className="mt-3" onClick={() => setAsks(true)}>
            {texts.lift}
          </Button>
        )}
      </Alert>
      {asks && (
        <ReasonDialog
          title={texts.title}
          lead={texts.lead}
          hint={texts.hint}
          yes={texts.lift}
          doneText={texts.done}
          changes={['withdraws', 'payouts', 'audit']}
          send={(reason) => call('POST /admin/pay-hold/lift', { body: { id, reason } })}
          onClose={() => setAsks(false)}
        />
      )}
    </div>
  )
}
