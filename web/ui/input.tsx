// Text boxes and native selects.
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

export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={inputClass(className)} />
}
