// Faults on command, and whether this number is on WhatsApp at all.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type ArmedFault, api, type Phone } from './api.ts'
import { type Answers, bodyOf, FaultDetails, initialAnswers } from './fault-details.tsx'
import { faultNames, queryNames, texts } from './texts.ts'

const inWords = ({ kind, query, phone, left }: ArmedFault): string =>
  [
    faultNames[kind] ?? kind,
    ...(query === undefined ? [] : [queryNames[query] ?? query]),
    phone ?? texts.anyPhone,
    texts.times(left),
  ].join(' · ')

export function Faults({ phone }: { phone: Phone }) {
  const client = useQueryClient()
  const [kind, setKind] = useState('conflict')
  const [answers, setAnswers] = useState<Answers>({})
  const [times, setTimes] = useState('')
  const [onlyThis, setOnlyThis] = useState(true)
  const armed = useQuery({ queryKey: ['faults'], queryFn: api.faults, refetchInterval: 5000 })
  const target = onlyThis ? phone.phone : undefined
  const act = useMutation({
    mutationFn: async (task: { run: () => Promise<unknown>; done: string }) => {
      await task.run()
      return task.done
    },
    onSettled: () => client.invalidateQueries(),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const count = times.trim() === '' ? undefined : Number(times)
    act.mutate({
      run: () => api.fault({ kind, phone: target, times: count, ...bodyOf(kind, answers) }),
      done: texts.faultDone,
    })
  }
  const choose = (chosen: string): void => {
    setKind(chosen)
    setAnswers(initialAnswers(chosen))
  }
  const register = (registered: boolean) => () =>
    act.mutate({ run: () => api.register(phone.phone, registered), done: texts.registrationDone })
  return (
    <div className="grid gap-6 p-4 md:grid-cols-2">
      <form onSubmit={submit} className="flex flex-col gap-3">
        <h2 className="font-semibold">{texts.tabs.faults}</h2>
        <label className="text-sm">
          {texts.faultKind}
          <select className="field" value={kind} onChange={(event) => choose(event.target.value)}>
            {Object.entries(faultNames).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <FaultDetails
          kind={kind}
          answers={answers}
          onAnswer={(name, answer) => setAnswers((before) => ({ ...before, [name]: answer }))}
        />
        <label className="text-sm">
          {texts.faultTimes}
          <input
            className="field"
            type="number"
            min={1}
            value={times}
            onChange={(event) => setTimes(event.target.value)}
          />
        </label>
        <label className="flex items-center gap-2 text-sm">
          <input type="checkbox" checked={onlyThis} onChange={(event) => setOnlyThis(event.target.checked)} />
          {texts.onlyThis}
        </label>
        <div className="flex flex-wrap gap-2">
          <button type="submit" className="button primary" disabled={act.isPending}>
            {texts.faultOn}
          </button>
          <button
            type="button"
            className="button"
            disabled={act.isPending}
            onClick={() =>
              act.mutate({ run: () => api.fault({ kind: 'clear', phone: target }), done: texts.faultCleared })
            }
          >
            {texts.faultClear}
          </button>
        </div>
        {act.isSuccess && <p role="status">{act.data}</p>}
        {act.isError && <p role="alert">{act.error.message}</p>}
      </form>
      <div className="flex flex-col gap-6">
        <section aria-label={texts.faultsArmed} className="flex flex-col gap-2">
          <h2 className="font-semibold">{texts.faultsArmed}</h2>
          {armed.data?.length === 0 && <p className="text-sm text-muted">{texts.noFaults}</p>}
          <ul className="flex flex-col gap-1 text-sm">
            {armed.data?.map((fault) => (
              <li key={JSON.stringify(fault)}>{inWords(fault)}</li>
            ))}
          </ul>
        </section>
        <section className="flex flex-col gap-2">
          <h2 className="font-semibold">{texts.registrationHeading}</h2>
          <div className="flex flex-wrap gap-2">
            <button type="button" className="button" onClick={register(true)}>
              {texts.register}
            </button>
            <button type="button" className="button" onClick={register(false)}>
              {texts.unregister}
            </button>
          </div>
        </section>
      </div>
    </div>
  )
}
