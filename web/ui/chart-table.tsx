// The figures of a chart as a table.
import { useState } from 'react'
import { listTexts } from '../texts/indonesian.ts'
import { Amount } from './amount.tsx'
import type { Line } from './chart.tsx'

type Props = {
  title: string
  /** What opens it. */
  summary: string
  /** Head of the first column. */
  head: string
  names: readonly string[]
  lines: readonly Line[]
  format: (value: number | null) => string
  /** They are amounts: the head says so once. */
  rupiah?: boolean
}

export function ChartTable({ title, summary, head, names, lines, format, rupiah = false }: Props) {
  // A long table is made once somebody wants to read it.
  const [open, setOpen] = useState(false)
  return (
    <details className="mt-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-8 items-center rounded text-[13px] text-ink-2 underline underline-offset-2">
        {summary}
      </summary>
      {open && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section aria-label={title} tabIndex={0} className="mt-2 max-h-64 overflow-auto">
          <table className="w-full text-left text-[13px]">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr>
                <th scope="col" className="py-1 pr-3 text-ink-2">
                  {head}
                </th>
                {lines.map(({ label }) => (
                  <th key={label} scope="col" className="py-1 pr-3 text-right text-ink-2">
                    {rupiah ? listTexts.inRupiah(label) : label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {names.map((name, index) => (
                <tr key={name} className="border-t border-line">
                  <th scope="row" className="py-1 pr-3 font-normal whitespace-nowrap">
                    {name}
                  </th>
                  {lines.map(({ label, values }) => (
                    <td key={label} className="py-1 pr-3 text-right tabular-nums">
                      {rupiah ? <Amount value={values[index] ?? 0} /> : format(values[index] ?? null)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  )
}
