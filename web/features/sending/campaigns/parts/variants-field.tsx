// The templates of a campaign and their weights.
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { VARIANTS_MAX } from '../../../../../contract/sending/campaigns.ts'
import { RANGES } from '../../../../../contract/ground/ranges.ts'
import { errorText } from '../../../../lib/api/http.ts'
import { campaignTexts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Input, Select } from '../../../../ui/input.tsx'
import { useActiveTemplates } from '../api.ts'

const texts = campaignTexts.fields
/** weight: as it is typed. */
export type Chosen = { id: string; weight: string }

/** Of one row, what is wrong with it. */
type Wrong = { id?: unknown; weight?: { message?: string | undefined } | undefined } | undefined
type Props = {
  value: readonly Chosen[]
  onChange: (value: Chosen[]) => void
  /** Of all rows together. */
  error?: string | undefined
  /** By row. */
  wrong?: readonly Wrong[]
}
export function VariantsField({ value, onChange, error, wrong = [] }: Props) {
  const id = useId()
  const weight = wrong.find((row) => row?.weight)?.weight?.message
  const problem =
    error ??
    (wrong.some((row) => row?.id) ? texts.chooseTemplate : weight === undefined ? undefined : texts.weightWrong(weight))
  const marked = (isWrong: boolean) =>
    isWrong ? ({ 'aria-invalid': true, 'aria-describedby': id } as const) : undefined
  const { data, error: failure } = useActiveTemplates()
  const put = (at: number, change: Partial<Chosen>): void =>
    onChange(value.map((one, i) => (i === at ? { ...one, ...change } : one)))
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-[13px] text-ink-2">{texts.templates}</legend>
      {failure && <Alert tone="danger">{errorText(failure)}</Alert>}
      {value.map((one, at) => (
        // rows have no other name than their place
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className="flex min-w-0 items-center gap-2">
          <Select
            className="min-w-0 grow"
            aria-label={texts.template}
            {...marked(Boolean(wrong[at]?.id))}
            value={one.id}
            onChange={({ target }) => put(at, { id: target.value })}
          >
            <option value="">{texts.chooseTemplate}</option>
            {(data ?? []).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          {value.length > 1 && (
            <>
              <Input
                className="w-20! shrink-0 text-right tabular-nums"
                aria-label={texts.weight}
                {...marked(Boolean(wrong[at]?.weight))}
                inputMode="numeric"
                autoComplete="off"
                maxLength={String(RANGES.variantWeight.max).length}
                value={one.weight}
                onChange={({ target }) => put(at, { weight: target.value })}
              />
              <Button
                variant="ghost"
                size="sm"
                aria-label={texts.removeTemplate}
                onClick={() => onChange(value.filter((_, i) => i !== at))}
              >
                <X aria-hidden className="size-4" />
              </Button>
            </>
          )}
        </div>
      ))}
      <p className="text-[13px] text-ink-3">{texts.templatesHint}</p>
      {problem && (
        <p id={id} role="alert" className="text-[13px] text-danger-text">
          {problem}
        </p>
      )}
      {value.length < VARIANTS_MAX && (
        <div>
          <Button variant="secondary" size="sm" onClick={() => onChange([...value, { id: '', weight: '1' }])}>
            <Plus aria-hidden className="size-4" />
            {texts.addTemplate}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
