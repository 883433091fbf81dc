// A question that must be answered, on Radix's alert dialog.
import { AlertDialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { useBackCloses, useFocusReturn } from '../lib/browser/use-layer.ts'
import { buttonClass } from './button.tsx'

export type ConfirmProps = {
  title: string
  children?: ReactNode
  confirmLabel: string
  /** Absent: there is one button only. */
  cancelLabel?: string
  danger?: boolean
  onConfirm: () => void
  onClose: () => void
}

export function Confirm({ title, children, confirmLabel, cancelLabel, danger, onConfirm, onClose }: ConfirmProps) {
  const onCloseAutoFocus = useFocusReturn()
  useBackCloses(true, onClose)
  return (
    <Primitive.Root open onOpenChange={(next) => !next && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-50 animate-fade bg-backdrop" />
        <Primitive.Content
          onCloseAutoFocus={onCloseAutoFocus}
          className="fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-2xl border border-line bg-surface p-6 shadow-pop"
        >
          <Primitive.Title className="text-base font-semibold">{title}</Primitive.Title>
          <Primitive.Description asChild>
            <div className="mt-2 leading-6 text-ink-2">{children}</div>
          </Primitive.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:*:grow">
            {cancelLabel && (
              <Primitive.Cancel className={buttonClass('secondary', 'md')}>{cancelLabel}</Primitive.Cancel>
            )}
            <Primitive.Action className={buttonClass(danger ? 'danger' : 'primary', 'md')} onClick={onConfirm}>
              {confirmLabel}
            </Primitive.Action>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
