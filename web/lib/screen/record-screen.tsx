// A screen with one record: the head, then a skeleton, the record, or why it cannot be shown.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { common } from '../../texts/indonesian.ts'
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
  /** The record's id from the address; empty: the address has none. Absent: there is only one such record. */
  id?: string
  /** Text when no record has that id. */
  missing?: string
  /** The skeleton's size. */
  skeleton: string
  children: (record: T) => ReactNode
}

export function RecordScreen<T>({ query, id, missing, skeleton, children, tools, ...head }: Props<T>) {
  const { data, isPending, fetchStatus, error } = query
  const isMissing = missing !== undefined && (id === '' || (error instanceof ApiError && error.status === 404))
  return (
    <>
      <ScreenHead {...head}>{tools}</ScreenHead>
      {isMissing && <Alert tone="warning">{missing}</Alert>}
      {error && !isMissing && data === undefined && <Alert tone="danger">{errorText(error)}</Alert>}
      {isPending && id !== '' && fetchStatus === 'paused' && <Alert tone="warning">{common.notLoadedText}</Alert>}
      {isPending && id !== '' && fetchStatus !== 'paused' && <Skeleton className={skeleton} />}
      {data !== undefined && !isMissing && children(data)}
    </>
  )
}
