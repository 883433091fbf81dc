// The record that fills a form: fetched at every opening, and never again while somebody fills the form.
import { useQuery } from '@tanstack/react-query'
import { keys, type Subject } from './query-keys.ts'

/** @param id empty: nothing is fetched */
export const useRecord = <T>(of: Subject, id: string, ask: (signal: AbortSignal) => Promise<T>, wanted = id !== '') =>
  useQuery({
    queryKey: keys.form(of, id),
    queryFn: ({ signal }) => ask(signal),
    enabled: wanted,
    refetchOnMount: 'always',
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
