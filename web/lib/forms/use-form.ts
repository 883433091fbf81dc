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
import { type Unsaved, useUnsaved } from './leaving.ts'

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
  const form = useLibraryForm<In, Context, Out>(props)
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
