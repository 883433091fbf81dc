// The one answer to one press for many accounts: how many went along, and by reason those that did not, each the way to its row.
import { RotateCw } from 'lucide-react'
import { Link } from 'react-router'
import { formatNumber } from '../../../../lib/format/format.ts'
import { common, whatsappTexts } from '../../../../texts/indonesian.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { byReason } from '../all-plan.ts'
import type { AllOutcome } from '../use-all.ts'

const { all: texts } = whatsappTexts
type Props = { outcome: AllOutcome; onAgain: (ids: string[]) => void; onClose: () => void }

export default function Refusals({ outcome: { act, done, refused }, onAgain, onClose }: Props) {
  const title = act === 'start' ? texts.someStarted : texts.someStopped
  const again = refused.filter((one) => one.again).map(({ id }) => id)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title(formatNumber(done), formatNumber(refused.length))}
      closeLabel={common.close}
    >
      <ul className="divide-y divide-line">
        {byReason(refused).map(({ why, accounts }) => (
          <li key={why} className="py-2.5 first:pt-0 last:pb-0">
            <p className="font-semibold break-words">
              {accounts.length > 1 ? texts.reason(formatNumber(accounts.length), why) : why}
            </p>
            <ul className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-[13px]">
              {accounts.map(({ id, name }) => (
                <li key={id} className="min-w-0">
                  <Link
                    to={`/whatsapp?id=${encodeURIComponent(id)}`}
                    onClick={onClose}
                    className="inline-flex min-h-6 items-center break-words text-accent-text underline underline-offset-2"
                  >
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {again.length > 0 && (
        <Button className="mt-4 w-full" onClick={() => onAgain(again)}>
          <RotateCw aria-hidden className="size-4" />
          {texts.again(formatNumber(again.length))}
        </Button>
      )}
    </Dialog>
  )
}
