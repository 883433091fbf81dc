// A turning ring; its label is for screen readers.
import { classNames } from './class-names.ts'

export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span
      role={label ? 'status' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={classNames(
        'inline-block size-4 animate-spin rounded-full border-2 border-current border-t-transparent align-[-2px]',
        className,
      )}
    />
  )
}
