// How many messages failed, and the way to why those of the last blast did (rule run-report).
import { accountTitle } from '../../../../../contract/sending/account-name.ts'
import { Suspense, useState } from 'react'
import { formatNumber } from '../../../../lib/format/format.ts'
import type { LiveAccount } from '../../../../realtime/apply-event.ts'
import { whatsappTexts as texts } from '../../../../texts/indonesian.ts'
import { LiveNumber } from '../../../../ui/live-number.tsx'
import { part } from '../../../../ui/part.tsx'

const FailReport = part(() => import('./fail-report.tsx'))

/** @param reasonOnly without the figure, which stands elsewhere */
export function FailCount({ account, reasonOnly = false }: { account: LiveAccount; reasonOnly?: boolean }) {
  const [open, setOpen] = useState(false)
  const run = account.last_run
  return (
    <>
      {!reasonOnly && <LiveNumber value={account.count_fail} text={formatNumber(account.count_fail)} />}
      {run !== null && run.fail > 0 && (
        <button
          type="button"
          aria-label={texts.whyFailedOf(accountTitle(account))}
          onClick={() => setOpen(true)}
          className="ml-auto block min-h-6 text-[13px] font-normal text-accent-text underline underline-offset-2 max-lg:ml-0"
        >
          {reasonOnly ? texts.whyFailedHere : texts.whyFailed}
        </button>
      )}
      {open && run !== null && (
        <Suspense fallback={null}>
          <FailReport name={accountTitle(account)} run={run} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
