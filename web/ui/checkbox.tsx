// A native checkbox with its label beside it.
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Said } from './said.tsx'

type Props = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; error?: string | undefined }

export function Checkbox({ label, error, ...rest }: Props) {
  const id = useId()
  return (
    <div>
      <div className="flex items-start gap-3">
        <input
          {...rest}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="mt-0.5 size-5 shrink-0 rounded accent-(--accent)"
        />
        <label htmlFor={id} className="text-[13px] leading-5 text-ink-2">
          {label}
        </label>
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-[13px] text-danger-text">
          <Said>{error}</Said>
        </p>
      )}
    </div>
  )
}
