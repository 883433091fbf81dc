// One of a few words.
import { Select } from '../../../../ui/input.tsx'

export function Choice<V extends string>(props: {
  label: string
  value: V
  values: readonly V[]
  words: Readonly<Record<V, string>>
  onChoose: (value: V) => void
}) {
  const { label, value, values, words, onChoose } = props
  return (
    <Select aria-label={label} value={value} onChange={({ target }) => onChoose(target.value as V)}>
      {values.map((each) => (
        <option key={each} value={each}>
          {words[each]}
        </option>
      ))}
    </Select>
  )
}
