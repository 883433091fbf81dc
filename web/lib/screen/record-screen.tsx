// A screen of one record: head, then the record once it is here, or why it is not.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ApiError, errorText } from '../api/http.ts'
import { ScreenHead } from './screen-head.tsx'

type Props<T> = {
  title: string
  note?: ReactNode
  backTo?: string
  /** Beside the head. */
  tools?: ReactNode
  query: UseQueryResult<T>
  /** Whose, by the address; empty: nobody's. Absent: there is one only. */
  id?: string
  /** Said where there is none by that id. */
  missing?: string
  /** The skeleton's size. */
  skeleton: string
  children: (record: T) => ReactNode
}

export function RecordScreen<T>({ query, id, missing, skeleton, children, tools, ...head }: Props<T>) {
  const { data, isPending, error } = query
  const isMissing = missing !== undefined && (id === '' || (error instanceof ApiError && error.status === 404))
  return (
    <>
      <ScreenHead {...head}>{tools}</ScreenHead>
      {isMissing && <Alert tone="warning">{missing}</Alert>}
      {error && !isMissing && data === undefined && <Alert tone="danger">{errorText(error)}</Alert>}
      {isPending && id !== '' && <Skeleton className={skeleton} />}
      {data !== undefined && !isMissing && children(data)}
    </>
  )
}
