// Proves the record day by day (rule record-days), some days a call, with what was found so far.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { percentOf } from '../../../../../contract/ground/percent.ts'
import type { Answer } from '../../../../../contract/api/table.ts'
import { call, errorText } from '../../../../lib/api/http.ts'
import { keys } from '../../../../lib/api/query-keys.ts'
import { formatDay, formatNumber } from '../../../../lib/format/format.ts'
import { auditTexts, common } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Progress } from '../../../../ui/progress.tsx'
import { KeptCheckpoint, OneEntry } from './proof-tools.tsx'

const texts = auditTexts.proof
type Proof = Pick<Answer<'GET /admin/audit/proof'>, 'days' | 'rows' | 'erased' | 'problems' | 'total' | 'last'>
type Problem = Proof['problems'][number]

const proveAll = async (onStep: (sofar: Proof) => void, signal: AbortSignal): Promise<Proof> => {
  const sum: Proof = { days: 0, rows: 0, erased: 0, problems: [], total: 0, last: null }
  let after: string | null = ''
  while (after !== null) {
    const step: Answer<'GET /admin/audit/proof'> = await call(
      'GET /admin/audit/proof',
      { query: { after } },
      { signal, pressed: true, fallback: texts.failed },
    )
    sum.days += step.days
    sum.rows += step.rows
    sum.erased += step.erased
    sum.problems = [...sum.problems, ...step.problems]
    sum.total = step.total
    sum.last = step.last
    after = step.next
    onStep({ ...sum })
  }
  return sum
}

const placeOf = ({ table, id }: Problem): string =>
  table === null ? '' : ` · ${texts.tables[table] ?? table}${id === null ? '' : ` ${id}`}`

function Result({ proof }: { proof: Proof }) {
  if (proof.last === null) return <p className="text-ink-2">{texts.nothing}</p>
  const isWhole = proof.problems.length === 0
  return (
    <>
      <Alert tone={isWhole ? 'success' : 'danger'}>{isWhole ? texts.whole : texts.changed}</Alert>
      <p className="text-ink-2">
        {texts.until(formatNumber(proof.rows), formatNumber(proof.days), formatDay(proof.last))}
        {proof.erased > 0 && ` ${texts.erased(formatNumber(proof.erased))}`}
      </p>
      {!isWhole && (
        <ul className="flex flex-col gap-2">
          {proof.problems.map((problem) => (
            <li key={`${problem.day}${problem.kind}${placeOf(problem)}`} className="rounded-lg bg-surface-2 px-3 py-2">
              <span className="font-semibold">{formatDay(problem.day)}</span>: {texts.problems[problem.kind]}
              {placeOf(problem)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export default function ProofDialog({ onClose }: { onClose: () => void }) {
  const [sofar, setSofar] = useState<Proof | null>(null)
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: keys.one('audit', 'proof'),
    queryFn: ({ signal }) => {
      setSofar(null)
      return proveAll(setSofar, signal)
    },
    // what was proved a moment ago proves nothing about now
    gcTime: 0,
    // neither a line that comes back nor another write begins it again: only who asks does
    staleTime: 'static',
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <Dialog open onClose={onClose} title={texts.title} description={texts.lead} closeLabel={common.close}>
      <div className="flex flex-col gap-4" aria-live="polite">
        {isFetching && (
          <>
            <p>{texts.running(formatNumber(sofar?.days ?? 0), formatNumber(sofar?.total ?? 0))}</p>
            <Progress label={texts.progress} percent={sofar?.total ? percentOf(sofar.days, sofar.total) : null} />
          </>
        )}
        {!isFetching && error && <Alert tone="danger">{errorText(error)}</Alert>}
        {!isFetching && !error && data && <Result proof={data} />}
        {!isFetching && (
          <div>
            <Button variant="secondary" onClick={() => void refetch()}>
              {texts.again}
            </Button>
          </div>
        )}
        <KeptCheckpoint />
        <OneEntry />
      </div>
    </Dialog>
  )
}
