// A choice of banks: those of the settings, and the person's own even after it was removed from them.
import type { ComponentProps } from 'react'
import { profileTexts as texts } from '../../texts/indonesian.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { bankList, usePublicConfig } from '../api/public-config.ts'

type Props = Omit<ComponentProps<'select'>, 'id'> & { label: string; own: string; error?: string | undefined }

export function BankField({ label, own, error, ...select }: Props) {
  const { data: config } = usePublicConfig()
  const banks = [...new Set([...bankList(config), ...(own ? [own] : [])])]
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Select {...control} {...select} disabled={banks.length === 0}>
          <option value="">{banks.length === 0 ? texts.noBanks : texts.chooseBank}</option>
          {banks.map((bank) => (
            <option key={bank} value={bank}>
              {bank}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
