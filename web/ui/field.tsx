// A labelled control with its hint and its error, wired for screen readers.
import { type ReactNode, useId } from 'react'
import { Said } from './said.tsx'

export type ControlProps = { id: string; 'aria-invalid': boolean | undefined; 'aria-describedby': string | undefined }
type Props = {
  label: ReactNode
  error?: ReactNode
  hint?: ReactNode
  /** How the typed text is understood; updated with every key. */
  note?: ReactNode
  children: (control: ControlProps) => ReactNode
}

export function Field({ label, error, hint, note, children }: Props) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', note ? `${id}-note` : '', error ? `${id}-error` : '']
    .filter(Boolean)
    .join(' ')
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-[13px] text-ink-2">
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-[13px] text-ink-3">
          {hint}
        </p>
      )}
      {note && (
        <p id={`${id}-note`} aria-live="polite" className="text-[13px] text-ink-2 tabular-nums">
          {note}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-[13px] text-danger-text">
          <Said>{error}</Said>
        </p>
      )}
    </div>
  )
}
