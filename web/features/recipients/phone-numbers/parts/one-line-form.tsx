// One text with its button beside it, as a dialog's list has it in each row.
import { common } from '../../../../texts/indonesian.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'

type Props = {
  label: string
  value: string
  longest: number
  error: string | null
  busy: boolean
  /** true: there is nothing to save. */
  disabled?: boolean
  onChange: (value: string) => void
  onSave: () => void
}

export function OneLineForm({ label, value, longest, error, busy, disabled = false, onChange, onSave }: Props) {
  return (
    <form
      noValidate
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      <Field label={label} error={error}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              value={value}
              maxLength={longest}
              autoComplete="off"
              onChange={({ target }) => onChange(target.value)}
            />
            <Button type="submit" variant="secondary" busy={busy} disabled={disabled}>
              {common.save}
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
