// The form library's hook for every form of the product. Leaving a form that was changed and not saved asks first; a form that
// uses the library's own hook instead fails a house test.
import { useEffect } from 'react'
import {
  type FieldValues,
  // The one place that may.
  useForm as useLibraryForm,
  type UseFormProps,
  type UseFormReturn,
} from 'react-hook-form'
import { fromServer } from '../../texts/indonesian.ts'
import { type Unsaved, useUnsaved } from './leaving.ts'

type Resolved = Record<string, unknown>
/** The schemas are the contract's and speak Indonesian. */
const inWords = (errors: Resolved): Resolved =>
  Object.fromEntries(
    Object.entries(errors).map(([key, error]) => {
      if (key === 'message' && typeof error === 'string') return [key, fromServer(error)]
      const isInner = typeof error === 'object' && error !== null && key !== 'ref'
      if (Array.isArray(error)) return [key, error.map((one) => one && inWords(one as Resolved))]
      return [key, isInner ? inWords(error as Resolved) : error]
    }),
  )

const unsaved = new WeakMap<object, Unsaved>()

type Watched = {
  watch: (heard: (values: unknown, change: { type?: string | undefined }) => void) => { unsubscribe: () => void }
}
/** The library calls a saved form changed until it is reset: what is typed after the save counts again. */
const onTyped = (form: Watched, heard: () => void): (() => void) => {
  const watching = form.watch((_values, { type }) => {
    if (type === 'change') heard()
  })
  return () => watching.unsubscribe()
}

export const useForm = <In extends FieldValues = FieldValues, Context = unknown, Out = In>(
  props: UseFormProps<In, Context, Out>,
): UseFormReturn<In, Context, Out> => {
  const { resolver } = props
  const form = useLibraryForm<In, Context, Out>({
    // use-submit.ts goes to the first one in sight
    shouldFocusError: false,
    ...props,
    ...(resolver && {
      resolver: async (...given) => {
        const read = await resolver(...given)
        return { ...read, errors: inWords(read.errors) } as typeof read
      },
    }),
  })
  const state = useUnsaved(form.formState.isDirty)
  unsaved.set(form.control, state)
  useEffect(() => onTyped(form, state.touched), [form, state])
  return form
}

/** What the form holds is saved, or kept elsewhere: leaving it does not ask. */
export const markSaved = ({ control }: { control: object }): void => unsaved.get(control)?.saved()
/** The dialog around its fields; null: none. */
export const markPlace = ({ control }: { control: object }, scope: string | null): void =>
  unsaved.get(control)?.standsIn(scope)
