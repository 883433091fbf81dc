// Sends a form. The server's field errors are shown under their fields, every other refusal as one text that disappears at the
// next edit. The typed values stay.
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError, errorText } from '../api/http.ts'
import { type Action, useAction } from '../api/use-action.ts'
import { afterSave } from './leaving.ts'
import { useToWrong } from './to-wrong.ts'
import { markPlace, markSaved } from './use-form.ts'

type Options<In extends FieldValues, Out, Answer> = Action<Out, Answer> & {
  /** Called with valid values before they are sent; false: nothing is sent, and the form shows what is missing. */
  isReady?: (values: Out) => boolean
  /** The server's name of a field → the form's name, where they differ. */
  names?: Readonly<Record<string, Path<In>>>
}

/** The messages of the form's fields, and the text for everything else; null: none. */
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
  { isReady, names, onRefused, onDone, ...action }: Options<In, Out, Answer>,
) => {
  const [failure, setFailure] = useState<string | null>(null)
  const sent = useRef<In | null>(null)
  const place = useRef<Element | null>(null)
  const toWrong = useToWrong()
  useEffect(() => {
    const watching = form.watch(() => setFailure(null))
    return () => watching.unsubscribe()
  }, [form])

  const refuse = (error: unknown): void => {
    const { fields, rest } = splitErrors<In>(error, Object.keys(form.getValues()) as Path<In>[], names)
    for (const [name, message] of fields) form.setError(name, { message })
    setFailure(rest)
    if (fields.length > 0 && place.current) toWrong(place.current)
  }
  const { busy, run } = useAction<Out, Answer>({
    ...action,
    onDone: (answer, values) => {
      // What was sent is now what the form began with: it has no edits any more.
      if (sent.current) form.reset(sent.current, { keepValues: true })
      markSaved(form)
      afterSave(() => onDone?.(answer, values))
    },
    onRefused: (error, values) => {
      if (!onRefused?.(error, values)) refuse(error)
      return true
    },
  })
  const sendNow = async (values: Out): Promise<void> => {
    setFailure(null)
    sent.current = form.getValues()
    await run(values)
  }
  const submit = async (values: Out): Promise<void> => {
    if (!isReady || isReady(values)) await sendNow(values)
  }
  const check = async (event: SyntheticEvent): Promise<void> => {
    const at = event.currentTarget
    let isWrong = false
    await form.handleSubmit(submit, () => {
      isWrong = true
    })(event)
    // only now the library shows its errors
    if (isWrong) toWrong(at)
  }
  return {
    busy,
    failure,
    /** Sends valid values without asking `isReady`, for a form that asks the person first. */
    sendNow,
    /** The dialog that the form's fields stand in; null: none. */
    standsIn: (scope: string | null): void => markPlace(form, scope),
    /** For `<form onSubmit>`. */
    onSubmit: (event: SyntheticEvent): void => {
      event.preventDefault()
      if (busy) return
      place.current = event.currentTarget
      void check(event)
    },
  }
}
