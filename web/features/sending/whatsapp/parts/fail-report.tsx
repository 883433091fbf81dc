// Why messages of an account's last blast failed, also while it sends again and its row shows that instead.
import { serverNow } from '../../../../lib/api/server-clock.ts'
import type { LastRun } from '../../../../../contract/sending/last-run.ts'
import { formatUntil } from '../../../../lib/format/format.ts'
import { common, whatsappTexts as texts } from '../../../../texts/indonesian.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { failureLines, sumsOf } from '../last-run-words.ts'

const endOf = ({ endedAt }: LastRun): string => texts.lastRun.title(formatUntil(endedAt, serverNow()))

export default function FailReport({ name, run, onClose }: { name: string; run: LastRun; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={texts.whyFailedTitle} closeLabel={common.close} description={name}>
      <p>{endOf(run)}</p>
      <p className="text-ink-2">{sumsOf(run)}</p>
      <ul className="mt-3 list-disc space-y-1 pl-5">
        {failureLines(run).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Dialog>
  )
}
