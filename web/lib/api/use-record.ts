// What a form is filled from: fetched with every opening, and left alone while somebody fills it.
import { useQuery } from '@tanstack/react-query'
import { keys, type Subject } from './query-keys.ts'

/** @param id empty: nothing is asked for */
export const useRecord = <T>(of: Subject, id: string, ask: (signal: AbortSignal) => Promise<T>, wanted = id !== '') =>
  useQuery({
    queryKey: keys.form(of, id),
    queryFn: ({ signal }) => ask(signal),
    enabled: wanted,
    refetchOnMount: 'always',
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
