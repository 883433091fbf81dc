// A screen with one record: the head, then a skeleton, the record, or why it cannot be shown.
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { common } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ApiError, errorText } from '../api/http.ts'
import { remember } from '../session/recent.ts'
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
  /** What this record is called, for what was opened last; empty: it is not known yet. Absent: it is not kept. */
  recent?: string
  /** Text when no record has that id. */
  missing?: string
  /** The skeleton's size. */
  skeleton: string
  children: (record: T) => ReactNode
}

export function RecordScreen<T>({ query, id, missing, skeleton, children, tools, recent = '', ...head }: Props<T>) {
  const { pathname } = useLocation()
  const { title } = head
  useEffect(() => {
    if (recent !== '' && id)
      remember({ to: `${pathname}?id=${encodeURIComponent(id)}`, text: recent, more: title === recent ? '' : title })
  }, [recent, id, pathname, title])
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
