// /member/edit?id=: the sending interval of a member (s.2 Members, s.5).
import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { User } from '../../../contract/users.ts'
import { ApiError, errorText } from '../../lib/http.ts'
import { useUser, useUserUpdate } from '../../lib/users.ts'
import { common, profileTexts as texts } from '../../texts/id.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, PageHead } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { notify } from '../../ui/notify.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { cleanInterval, intervalProblem, MIN_INTERVAL_S } from './interval-rules.ts'

function IntervalForm({ user }: { user: User }) {
  const navigate = useNavigate()
  const [min, setMin] = useState(user.blast_interval_min)
  const [max, setMax] = useState(user.blast_interval_max)
  const [problem, setProblem] = useState<string>()
  const back = (): void => void navigate(-1)
  const update = useUserUpdate(user.id, () => {
    notify.success(texts.intervalSaved)
    back()
  })
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const [from, to] = [cleanInterval(min), cleanInterval(max)]
    const found = intervalProblem(min, from, to)
    setMin(String(from))
    setMax(String(to))
    setProblem(found === 'below' ? texts.intervalMinError : found === 'order' ? texts.intervalOrder : undefined)
    if (!found) update.mutate({ blast_interval_min: from, blast_interval_max: to })
  }
  const box = { type: 'number', inputMode: 'numeric', step: 1, min: MIN_INTERVAL_S } as const
  return (
    <Card className="max-w-2xl p-5 sm:p-6">
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        <p className="text-ink-2">{texts.memberLead}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={texts.intervalMin} error={problem}>
            {(control) => <Input {...control} {...box} value={min} onChange={(e) => setMin(e.target.value)} />}
          </Field>
          <Field label={texts.intervalMax}>
            {(control) => <Input {...control} {...box} value={max} onChange={(e) => setMax(e.target.value)} />}
          </Field>
        </div>
        {update.isError && <Alert tone="danger">{texts.error(errorText(update.error))}</Alert>}
        <div className="flex gap-2">
          <Button type="submit" busy={update.isPending}>
            {update.isPending ? common.saving : common.save}
          </Button>
          <Button variant="secondary" onClick={back}>
            {common.back}
          </Button>
        </div>
      </form>
    </Card>
  )
}

export default function MemberEdit() {
  const id = useSearchParams()[0].get('id') ?? ''
  const { data, isPending, isError, error } = useUser(id)
  const missing = id === '' || (error instanceof ApiError && error.status === 404)
  return (
    <>
      <title>{`${texts.memberTitle} · ${common.appName}`}</title>
      <PageHead title={texts.memberTitle} note={data && `${data.user.firstname} ${data.user.lastname}`.trim()} />
      {missing && <Alert tone="warning">{texts.noUser}</Alert>}
      {isError && !missing && !data && <Alert tone="danger">{errorText(error)}</Alert>}
      {isPending && id !== '' && <Skeleton className="h-64 w-full max-w-2xl rounded-2xl" />}
      {data && <IntervalForm key={data.user.id} user={data.user} />}
    </>
  )
}
