// /generator/create and /validator/create; with ?id= the form edits one.
import { useSearchParams } from 'react-router'
import type { CheckKind } from '../../../../contract/sending/number-checks.ts'
import { RecordScreen } from '../../../lib/screen/record-screen.tsx'
import { ScreenHead } from '../../../lib/screen/screen-head.tsx'
import { Card } from '../../../ui/card.tsx'
import { useCheck } from './api.ts'
import type { CheckRow } from './apply-check-events.ts'
import { TEXTS } from './kinds.ts'
import { nameOf } from './names.ts'
import { CheckForm } from './parts/check-form.tsx'

export function CheckCreate({ kind }: { kind: CheckKind }) {
  const texts = TEXTS[kind]
  const backTo = `/${kind}/list`
  const id = useSearchParams()[0].get('id') ?? ''
  const query = useCheck(kind, id)
  const form = (row: CheckRow | null) => (
    <Card className="max-w-2xl p-5 sm:p-6">
      <CheckForm key={id} kind={kind} row={row} />
    </Card>
  )
  if (id === '')
    return (
      <>
        <ScreenHead title={texts.createTitle} backTo={backTo} />
        {form(null)}
      </>
    )
  return (
    <RecordScreen
      title={texts.editTitle}
      note={query.data ? nameOf(query.data) : '\u00a0'}
      backTo={backTo}
      query={query}
      id={id}
      missing={texts.missing}
      skeleton="h-96 w-full max-w-2xl rounded-2xl"
    >
      {form}
    </RecordScreen>
  )
}
