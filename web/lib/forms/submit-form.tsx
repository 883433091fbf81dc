// A form around its fields: below them the refusal, the button that sends, and the buttons that go back or close.
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useContext, useEffect } from 'react'
import { common } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { FormScope, leave } from './leaving.ts'
import type { useSubmit } from './use-submit.ts'

type Props = {
  submit: Pick<ReturnType<typeof useSubmit>, 'busy' | 'failure' | 'onSubmit'> &
    Partial<Pick<ReturnType<typeof useSubmit>, 'standsIn'>>
  children: ReactNode
  /** The button's label, and its label while the form is being sent. */
  label?: string
  busyLabel?: string
  icon?: LucideIcon
  disabled?: boolean
  /** true: what it sends takes something away. */
  danger?: boolean
  /** The text for a refusal; default: the refusal's own. */
  failureText?: (text: string) => ReactNode
  /** Target of the back link beside the button. */
  onBack?: () => void
  /** Closes the dialog that contains the form. */
  onCancel?: () => void
  cancelLabel?: string
  /** Further buttons beside the one that sends. */
  actions?: ReactNode
  className?: string
}

export function SubmitForm({
  submit: { busy, failure, onSubmit, standsIn },
  children,
  label = common.save,
  busyLabel = common.saving,
  icon: Icon,
  disabled = false,
  danger = false,
  failureText = (text) => text,
  onBack,
  onCancel,
  cancelLabel = common.cancel,
  actions,
  className = 'gap-5',
}: Props) {
  const scope = useContext(FormScope)
  useEffect(() => standsIn?.(scope))
  return (
    <form noValidate onSubmit={onSubmit} className={classNames('flex flex-col', className)}>
      {children}
      {failure && <Alert tone="danger">{failureText(failure)}</Alert>}
      <div className={classNames('flex flex-wrap gap-2', onCancel && 'justify-end')}>
        {onCancel && (
          <Button variant="secondary" onClick={() => void leave(onCancel, scope ?? undefined)}>
            {cancelLabel}
          </Button>
        )}
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled && !busy}>
          {Icon && !busy && <Icon aria-hidden className="size-4" />}
          {busy ? busyLabel : label}
        </Button>
        {onBack && (
          <Button variant="secondary" onClick={onBack}>
            {common.back}
          </Button>
        )}
        {actions}
      </div>
    </form>
  )
}
