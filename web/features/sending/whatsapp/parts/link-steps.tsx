// What to do on the phone meanwhile.
import { createTexts as texts } from '../../../../texts/indonesian.ts'
import { Card } from '../../../../ui/card.tsx'

export type LinkMode = 'qr' | 'code'

export function LinkSteps({ mode }: { mode: LinkMode }) {
  const steps = mode === 'qr' ? texts.stepsQr : texts.stepsCode
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="font-semibold">{texts.steps}</h2>
      <ol className="mt-4 flex flex-col gap-4">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3 leading-6 text-ink-2">
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-[13px] font-semibold text-accent-text"
            >
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </Card>
  )
}
