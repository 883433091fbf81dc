// What to do first, in order, with what is done already; gone once all of it is.
import { CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { dashboardTexts as texts } from '../../../../texts/indonesian.ts'
import { buttonClass } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'

export type Step = { title: string; text: string; to: string; act: string; done: boolean }

/** @param quiet the screen's main button stands elsewhere */
export function Steps({ title, steps, quiet = false }: { title: string; steps: readonly Step[]; quiet?: boolean }) {
  const next = steps.findIndex(({ done }) => !done)
  if (next === -1) return null
  return (
    <Card edge aria-label={title} className="mb-4 px-4 py-3">
      <h2 className="font-semibold">{title}</h2>
      <ol className="mt-3 grid gap-4 md:grid-cols-3">
        {steps.map((step, index) => (
          <li key={step.title} className="flex gap-3">
            {step.done ? (
              <CircleCheck aria-label={texts.stepDone} role="img" className="size-7 shrink-0 text-success-text" />
            ) : (
              <span
                aria-hidden
                className="grid size-7 shrink-0 place-items-center rounded-full bg-surface-2 text-[13px] font-semibold text-ink-2"
              >
                {index + 1}
              </span>
            )}
            <div className="min-w-0">
              <h3 className="font-semibold">{step.title}</h3>
              <p className="text-[13px] text-ink-2">{step.text}</p>
              {!step.done && (
                <Link
                  to={step.to}
                  className={buttonClass(
                    index === next && !quiet ? 'primary' : 'secondary',
                    'sm',
                    'mt-2 whitespace-normal',
                  )}
                >
                  {step.act}
                </Link>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
