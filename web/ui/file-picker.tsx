// Chooses one file by click or drop. The native input is kept, because keyboard and screen readers use it.
import { FileUp, X } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { buttonClass } from './button.tsx'
import { classNames } from './class-names.ts'

type Props = {
  label: string
  file: File | null
  onFile: (file: File | null) => void
  accept: string
  hint?: string
  error?: string | undefined
  disabled?: boolean
  words: { choose: string; drop: string; change: string; remove: string; size: (bytes: number) => string }
}

export function FilePicker({ label, file, onFile, accept, hint, error, disabled, words }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drag = (event: DragEvent, inside: boolean): void => {
    event.preventDefault()
    setOver(inside && !disabled)
  }
  const drop = (event: DragEvent): void => {
    drag(event, false)
    const dropped = event.dataTransfer.files[0]
    if (dropped && !disabled) onFile(dropped)
  }
  const clear = (): void => {
    if (input.current) input.current.value = ''
    onFile(null)
    input.current?.focus()
  }
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-[13px] text-ink-2">
        {label}
      </label>
      <div
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={drop}
        className={classNames(
          'relative flex min-h-20 items-center gap-3 rounded-xl border border-dashed px-4 py-3',
          over ? 'border-accent bg-accent-soft' : error ? 'border-danger' : 'border-line-strong/60',
          'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-(--ring)',
        )}
      >
        <FileUp aria-hidden className="size-6 shrink-0 text-ink-3" />
        <div aria-hidden className="min-w-0 flex-1">
          <p className="truncate font-semibold">{file ? file.name : words.choose}</p>
          <p className="text-[13px] text-ink-2">{file ? `${words.size(file.size)} · ${words.change}` : words.drop}</p>
        </div>
        <input
          ref={input}
          id={id}
          type="file"
          accept={accept}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={classNames(hint && `${id}-hint`, error && `${id}-error`) || undefined}
          onChange={(event) => {
            const chosen = event.target.files?.[0]
            // Closing the browser's window without a file keeps the file that was chosen before.
            if (chosen) onFile(chosen)
          }}
          className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
        />
        {file && !disabled && (
          <button
            type="button"
            aria-label={words.remove}
            title={words.remove}
            onClick={clear}
            className={buttonClass('ghost', 'icon', 'relative shrink-0')}
          >
            <X aria-hidden className="size-4" />
          </button>
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-[13px] text-ink-3">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-[13px] text-danger-text">
          {error}
        </p>
      )}
    </div>
  )
}
