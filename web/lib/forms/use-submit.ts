// Sending a form: the server's field errors stand under their fields, everything else as one text that goes away with the next
// edit. What was typed stays.
import { type SyntheticEvent, useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError, errorText } from '../api/http.ts'
import { type Action, useAction } from '../api/use-action.ts'

type Options<In extends FieldValues, Out, Answer> = Action<Out, Answer> & {
  /** Asked with valid values before anything leaves; false: the form itself has said what is missing. */
  isReady?: (values: Out) => boolean
  /** The form's names of fields that the server calls otherwise. */
  names?: Readonly<Record<string, Path<In>>>
}

/** Messages by field of the form, and what is left to say beside the fields. */
const splitErrors = <In extends FieldValues>(
  error: unknown,
  known: readonly Path<In>[],
  names: Readonly<Record<string, Path<In>>> = {},
): { fields: [Path<In>, string][]; rest: string | null } => {
  if (!(error instanceof ApiError) || !error.fields) return { fields: [], rest: errorText(error) }
  const named = Object.entries(error.fields).map(([name, message]) => [names[name] ?? name, message] as const)
  const fields = named.filter(([name]) => known.some((field) => field === name)) as [Path<In>, string][]
  return { fields, rest: fields.length === named.length && fields.length > 0 ? null : errorText(error) }
}

export const useSubmit = <In extends FieldValues, Out, Answer>(
  form: UseFormReturn<In, unknown, Out>,
  { isReady, names, onRefused, ...action }: Options<In, Out, Answer>,
) => {
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    const watching = form.watch(() => setFailure(null))
    return () => watching.unsubscribe()
  }, [form])

  const refuse = (error: unknown): void => {
    const { fields, rest } = splitErrors<In>(error, Object.keys(form.getValues()) as Path<In>[], names)
    fields.forEach(([name, message], index) => form.setError(name, { message }, { shouldFocus: index === 0 }))
    setFailure(rest)
  }
  const { busy, run } = useAction<Out, Answer>({
    ...action,
    onRefused: (error, values) => {
      if (!onRefused?.(error, values)) refuse(error)
      return true
    },
  })
  const submit = async (values: Out): Promise<void> => {
    if (isReady && !isReady(values)) return
    setFailure(null)
    await run(values)
  }
  return {
    busy,
    failure,
    /** For `<form onSubmit>`. */
    onSubmit: (event: SyntheticEvent): void => {
      event.preventDefault()
      if (!busy) void form.handleSubmit(submit)(event)
    },
  }
}
