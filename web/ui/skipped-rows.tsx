// The rows that an import skipped: the first ones with their reasons, and all of them as files.
import { Download } from 'lucide-react'
import { Button } from './button.tsx'

type Props = {
  title: string
  heads: readonly string[]
  /** The cells of each shown row. */
  rows: readonly (readonly string[])[]
  /** How many for each reason. */
  counts: string
  note: string | null
  downloads: readonly { label: string; onSave: () => void }[]
}

export function SkippedRows({ title, heads, rows, counts, note, downloads }: Props) {
  return (
    <section aria-label={title} className="rounded-xl border border-line">
      <h3 className="px-4 pt-4 font-semibold">{title}</h3>
      {counts !== '' && <p className="px-4 pt-1 text-[13px] text-ink-2">{counts}</p>}
      {/* A table wider than the window scrolls inside this region, which must take the focus for the keyboard to scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="region" aria-label={title} tabIndex={0} className="mt-2 overflow-x-auto">
        <table aria-label={title} className="w-full text-left text-[13px]">
          <thead>
            <tr className="text-xs text-ink-2">
              {heads.map((head) => (
                <th key={head} scope="col" className="px-4 py-2">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same row may stand in a file twice
              <tr key={place} className="border-t border-line">
                {cells.map((cell, column) => (
                  // oxlint-disable-next-line react/no-array-index-key
                  <td key={column} className="max-w-64 px-4 py-2 break-words">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3">
        <p className="min-w-0 flex-1 basis-52 text-[13px] text-ink-2">{note}</p>
        <div className="flex flex-wrap gap-2">
          {downloads.map(({ label, onSave }) => (
            <Button key={label} variant="secondary" size="sm" onClick={onSave}>
              <Download aria-hidden className="size-4" />
              {label}
            </Button>
          ))}
        </div>
      </div>
    </section>
  )
}
