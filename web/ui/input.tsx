// Text boxes and native selects.
import { ChevronDown, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export const inputClass = (extra?: string): string =>
  classNames(
    'min-h-11 w-full rounded-lg border border-line-strong/60 bg-surface px-3 text-base text-ink sm:text-sm',
    'placeholder:text-ink-3 focus-visible:border-accent focus-visible:outline-offset-0',
    'aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-surface-2',
    extra,
  )

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={inputClass(classNames('read-only:bg-surface-2', className))} />
}

type SelectProps = ComponentProps<'select'> & { icon?: LucideIcon }
/** @param className for the box around the input, which has its width */
export function Select({ className, icon: Icon, ...rest }: SelectProps) {
  return (
    <span className={classNames('relative block w-full', className)}>
      {Icon && <Icon aria-hidden className={classNames(SIGN, 'left-3')} />}
      <select {...rest} className={inputClass(classNames('appearance-none pr-9 text-ellipsis', Icon && 'pl-9'))} />
      <ChevronDown aria-hidden className={classNames(SIGN, 'right-3')} />
    </span>
  )
}
const SIGN = 'pointer-events-none absolute top-1/2 size-4 -translate-y-1/2 text-ink-3'
