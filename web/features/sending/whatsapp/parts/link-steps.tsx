// What to do on the phone meanwhile.
import { createTexts as texts } from '../../../../texts/indonesian.ts'
import { Card } from '../../../../ui/card.tsx'
import { classNames } from '../../../../ui/class-names.ts'

export type LinkMode = 'qr' | 'code'

export function Steps({ mode, className }: { mode: LinkMode; className?: string }) {
  const steps = mode === 'qr' ? texts.stepsQr : texts.stepsCode
  return (
    <ol className={classNames('flex flex-col gap-2 lg:gap-4', className)}>
      {steps.map((step, index) => (
        <li key={step} className="flex gap-3 leading-6 text-ink-2">
          <span
            aria-hidden
            className="grid size-6 shrink-0 place-items-center rounded-full bg-surface-2 text-[13px] font-semibold text-ink-2 lg:size-7"
          >
            {index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  )
}

/** @param besideCode the QR or the code is shown: on a phone the steps stand below it */
export function LinkSteps({ mode, besideCode }: { mode: LinkMode; besideCode: boolean }) {
  return (
    <Card edge className={classNames('px-4 py-3 sm:py-4', besideCode && 'max-lg:hidden')}>
      <h2 className="mb-3 font-semibold">{texts.steps}</h2>
      <Steps mode={mode} />
    </Card>
  )
}
