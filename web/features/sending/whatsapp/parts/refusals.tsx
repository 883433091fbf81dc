// The accounts that did not start or stop with the others, each by its name with the reason.
import { common, whatsappTexts } from '../../../../texts/indonesian.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import type { AllOutcome } from '../use-all.ts'

const { all: texts } = whatsappTexts

export default function Refusals({ outcome: { act, refused }, onClose }: { outcome: AllOutcome; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={act === 'start' ? texts.notStarted : texts.notStopped}
      closeLabel={common.close}
    >
      <ul className="divide-y divide-line">
        {refused.map(({ id, name, why }) => (
          <li key={id} className="py-2.5 first:pt-0 last:pb-0">
            <p className="font-medium break-words">{name}</p>
            <p className="text-[13px] text-ink-2">{why}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
