// The last acts on all who match: those that run with their progress, also after the page was left, and the way back of each.
import { bulkTexts as texts } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { classNames } from '../../ui/class-names.ts'
import { errorText } from '../api/http.ts'
import { ActLine } from './act-line.tsx'
import { useActs } from './acts.ts'

/** @param headed with its own heading, and nothing where there are none */
export default function ActList({ headed = false }: { headed?: boolean }) {
  const { acts, error, isPending } = useActs()
  if (acts.length === 0) {
    if (headed || isPending) return null
    return error ? <Alert tone="danger">{errorText(error)}</Alert> : <p className="text-ink-2">{texts.none}</p>
  }
  return (
    <section
      aria-label={texts.last}
      className={classNames('flex min-w-0 flex-col gap-2', headed && 'border-t border-line pt-4')}
    >
      {headed && <h3 className="font-semibold">{texts.last}</h3>}
      <ul className="flex flex-col divide-y divide-line">
        {acts.map((row) => (
          <ActLine key={row.id} row={row} />
        ))}
      </ul>
    </section>
  )
}
