// A grey placeholder for what is still loading.
import { classNames } from './class-names.ts'

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('block animate-pulse rounded-md bg-surface-2', className)} />
}
