// Buttons, and links that look like them.
import type { ComponentProps } from 'react'
import { useUncertain } from '../lib/api/uncertain.ts'
import { common } from '../texts/indonesian.ts'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger'
type Size = 'sm' | 'md' | 'icon'

const VARIANTS: Record<Variant, string> = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-strong',
  secondary: 'border border-line bg-surface text-ink hover:bg-surface-2',
  ghost: 'text-ink-2 hover:bg-surface-2 hover:text-ink',
  danger: 'bg-danger text-danger-ink hover:bg-danger-strong',
}
const SIZES: Record<Size, string> = {
  sm: 'min-h-9 px-3 text-[13px]',
  md: 'min-h-11 px-4 text-sm',
  icon: 'size-10',
}

export const buttonClass = (variant: Variant = 'primary', size: Size = 'md', extra = ''): string =>
  classNames(
    'inline-flex items-center justify-center gap-2 rounded-lg font-semibold whitespace-nowrap transition-colors select-none',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
    VARIANTS[variant],
    SIZES[size],
    extra,
  )

type Props = ComponentProps<'button'> & {
  variant?: Variant
  size?: Size
  busy?: boolean
  /** Id of the sentence on the screen that says why the button does nothing now. */
  offBecause?: string | undefined
}

/**
 * A busy button does nothing but keeps the focus. A disabled one would lose it, and the keyboard would start at the page's top. One that is off can be
 * come to, too, or nobody who listens would hear why.
 */
export function Button({ variant, size, busy = false, offBecause, className, children, onClick, ...rest }: Props) {
  const isOff = busy || offBecause !== undefined
  const uncertain = useUncertain() && busy
  return (
    <button
      type="button"
      {...rest}
      onClick={(event) => {
        if (!isOff) return onClick?.(event)
        event.preventDefault()
        // nor is it a press on the row that it stands in
        event.stopPropagation()
      }}
      aria-disabled={isOff || undefined}
      {...(offBecause === undefined ? {} : { 'aria-describedby': offBecause })}
      aria-busy={busy || undefined}
      className={buttonClass(variant, size, className)}
    >
      {busy && !uncertain && <Spinner />}
      {uncertain ? common.uncertain : children}
    </button>
  )
}
