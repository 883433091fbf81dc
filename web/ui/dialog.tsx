// A window over the page on Radix's dialog: it keeps the focus inside, Escape and Back close it, and a changed form in it asks first.
import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { createContext, type ReactNode, useContext, useEffect, useId, useState } from 'react'
import { useBackCloses, useFocusReturn } from '../lib/browser/use-layer.ts'
import { FormScope, leave } from '../lib/forms/leaving.ts'
import { classNames } from './class-names.ts'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  /** Absent: it is not for closing. */
  closeLabel?: string
  description?: ReactNode
  /** For a list. */
  wide?: boolean
  children: ReactNode
}

const Hold = createContext<(held: boolean) => void>(() => undefined)
/** While the caller stands in a dialog, only its own button closes that: what it shows is shown this once. */
export const useHoldOpen = (): void => {
  const hold = useContext(Hold)
  useEffect(() => {
    hold(true)
    return () => hold(false)
  }, [hold])
}

/** A form begins in its first box: what is typed at once, and Enter, do not go to the button that closes it. */
const intoForm = (event: Event): void => {
  const box = (event.currentTarget as Element).querySelector<HTMLElement>(
    'form :is(input, textarea):not([type="file"], :disabled)',
  )
  if (!box) return
  event.preventDefault()
  box.focus({ preventScroll: true })
}

export function Dialog({ open, onClose, title, closeLabel, description, wide = false, children }: Props) {
  const scope = useId()
  const [held, setHeld] = useState(false)
  const close = (): void => (held ? undefined : void leave(onClose, scope))
  const onCloseAutoFocus = useFocusReturn()
  useBackCloses(open, close)
  return (
    <Primitive.Root open={open} onOpenChange={(next) => !next && close()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-50 animate-fade bg-backdrop" />
        <Primitive.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={intoForm}
          onCloseAutoFocus={onCloseAutoFocus}
          className={classNames(
            'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-2xl border border-line bg-surface shadow-pop',
            wide ? 'max-w-6xl' : 'max-w-lg',
          )}
        >
          <div className="flex items-start justify-between gap-4 border-b border-line px-5 py-4">
            <div>
              <Primitive.Title className="text-base font-semibold">{title}</Primitive.Title>
              {description && <Primitive.Description className="mt-1 text-ink-2">{description}</Primitive.Description>}
            </div>
            {closeLabel && !held && (
              <Primitive.Close
                aria-label={closeLabel}
                className="-mt-1 -mr-2 grid size-10 shrink-0 place-items-center rounded-lg text-ink-3 hover:bg-surface-2 hover:text-ink"
              >
                <X aria-hidden className="size-5" />
              </Primitive.Close>
            )}
          </div>
          <div className="overflow-y-auto px-5 py-5">
            <Hold value={setHeld}>
              <FormScope value={scope}>{children}</FormScope>
            </Hold>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
