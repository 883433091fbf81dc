// /generator/create and /validator/create; ?id= edits.
import { useSearchParams } from 'react-router'
import type { CheckKind } from '../../../contract/number-checks.ts'
import { ApiError, errorText } from '../../lib/api/http.ts'
import { useBack } from '../../lib/forms/use-back.ts'
import { common } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Card, PageHead } from '../../ui/card.tsx'
import { notify } from '../../ui/notify.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useCheck } from './api.ts'
import { TEXTS } from './kinds.ts'
import { nameOf } from './names.ts'
import { CheckForm } from './parts/check-form.tsx'

export function CheckCreate({ kind }: { kind: CheckKind }) {
  const texts = TEXTS[kind]
  const list = `/${kind}/list`
  const back = useBack(list)
  const id = useSearchParams()[0].get('id') ?? ''
  const { data: row, isFetching, error } = useCheck(kind, id)
  const editing = id !== ''
  const title = editing ? texts.editTitle : texts.createTitle
  const missing = error instanceof ApiError && error.status === 404
  return (
    <>
      <title>{`${title} · ${common.appName}`}</title>
      <PageHead title={title} note={row && nameOf(row)}>
        <BackLink to={list} label={common.back} />
      </PageHead>
      {editing && missing && <Alert tone="warning">{texts.missing}</Alert>}
      {editing && error && !missing && !row && <Alert tone="danger">{errorText(error)}</Alert>}
      {editing && isFetching && !row && <Skeleton className="h-96 w-full max-w-2xl rounded-2xl" />}
      {(!editing || (row && !missing)) && (
        <Card className="max-w-2xl p-5 sm:p-6">
          <CheckForm
            key={id}
            kind={kind}
            row={row ?? null}
            onSaved={() => {
              notify.success(editing ? texts.saved : texts.created)
              back()
            }}
            onBack={back}
          />
        </Card>
      )}
    </>
  )
}
