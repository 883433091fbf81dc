// Sending a form: one send at a time however often it is pressed, the server's field errors under their fields,
// everything else as one text that goes away with the next edit. What was typed stays.
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError, errorText } from '../api/http.ts'

type Options<Out, Answer> = {
  send: (values: Out) => Promise<Answer>
  onDone: (answer: Answer, values: Out) => void
  /** Answers true when it has dealt with the failure itself. */
  onFailure?: (error: unknown) => boolean
}

/** The messages that have no field of this form. */
export const splitErrors = <In extends FieldValues>(
  error: unknown,
  known: readonly Path<In>[],
): { fields: [Path<In>, string][]; rest: string | null } => {
  if (!(error instanceof ApiError) || !error.fields) return { fields: [], rest: errorText(error) }
  const named = Object.entries(error.fields)
  const fields = named.filter(([name]) => known.some((field) => field === name)) as [Path<In>, string][]
  return { fields, rest: fields.length === named.length && fields.length > 0 ? null : errorText(error) }
}

export const useSubmit = <In extends FieldValues, Out, Answer>(
  form: UseFormReturn<In, unknown, Out>,
  { send, onDone, onFailure }: Options<Out, Answer>,
) => {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    const watching = form.watch(() => setFailure(null))
    return () => watching.unsubscribe()
  }, [form])

  const submit = async (values: Out): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setFailure(null)
    try {
      const answer = await send(values)
      onDone(answer, values)
    } catch (error) {
      if (onFailure?.(error)) return
      const { fields, rest } = splitErrors<In>(error, Object.keys(form.getValues()) as Path<In>[])
      fields.forEach(([name, message], index) => form.setError(name, { message }, { shouldFocus: index === 0 }))
      setFailure(rest)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return {
    busy,
    failure,
    /** For `<form onSubmit>`. */
    onSubmit: (event: SyntheticEvent): void => {
      event.preventDefault()
      if (!running.current) void form.handleSubmit(submit)(event)
    },
  }
}
