// A choice of banks and e-wallets: the banks of the settings, and the person's own even after it was removed from them.
import type { ComponentProps } from 'react'
import { EWALLETS } from '../../../contract/people/banks.ts'
import { profileTexts as texts } from '../../texts/indonesian.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { bankList, usePublicConfig } from '../api/public-config.ts'

type Props = Omit<ComponentProps<'select'>, 'id'> & { label: string; own: string; error?: string | undefined }

export function BankField({ label, own, error, ...select }: Props) {
  const { data: config } = usePublicConfig()
  const banks = [...new Set([...bankList(config), ...(own ? [own] : [])])]
  // An operator without banks pays nobody out, so e-wallets are offered beside banks only.
  const groups: [string, readonly string[]][] =
    banks.length === 0
      ? []
      : [
          [texts.banks, banks.filter((bank) => !EWALLETS.some((wallet) => wallet === bank))],
          [texts.ewallets, EWALLETS],
        ]
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Select {...control} {...select} disabled={banks.length === 0}>
          <option value="">{banks.length === 0 ? texts.noBanks : texts.chooseBank}</option>
          {groups.map(([group, names]) => (
            <optgroup key={group} label={group}>
              {names.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      )}
    </Field>
  )
}
