// The figures of a chart as a table.
import { formatDay } from '../../../lib/format/format.ts'
import { dashboardTexts as texts } from '../../../texts/indonesian.ts'
import type { Plan } from '../plans.ts'

export function Figures({ days, plan }: { days: string[]; plan: Plan }) {
  return (
    <details className="mt-3">
      <summary className="inline-flex min-h-8 items-center rounded text-[13px] text-ink-2 underline underline-offset-2">
        {texts.asTable}
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section aria-label={plan.title} tabIndex={0} className="mt-2 max-h-64 overflow-auto">
        <table className="w-full text-left text-[13px]">
          <caption className="sr-only">{plan.title}</caption>
          <thead>
            <tr>
              <th scope="col" className="py-1 pr-3 font-medium text-ink-2">
                {texts.day}
              </th>
              {plan.lines.map(({ label }) => (
                <th key={label} scope="col" className="py-1 pr-3 text-right font-medium text-ink-2">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, index) => (
              <tr key={day} className="border-t border-line">
                <th scope="row" className="py-1 pr-3 font-normal whitespace-nowrap">
                  {formatDay(day)}
                </th>
                {plan.lines.map(({ label, values }) => (
                  <td key={label} className="py-1 pr-3 text-right tabular-nums">
                    {plan.format(values[index] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
