// A group of conditions: whether all of them or one must hold, and groups inside it.
import { Plus } from 'lucide-react'
import { type Condition, type Group, isGroup } from '../../../../../contract/recipients/segments.ts'
import { segmentTexts as texts } from '../../../../texts/indonesian.ts'
import { Button } from '../../../../ui/button.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { Select } from '../../../../ui/input.tsx'
import { DEEPEST, newCondition, newGroup, replaced } from '../rule-rules.ts'
import { ConditionRow } from './condition-row.tsx'

type Props = { group: Group; put: (next: Group) => void; depth?: number; remove?: () => void }
export function GroupFields({ group, put, depth = 1, remove }: Props) {
  const change = (at: number, by: Condition | Group | null): void => put(replaced(group, at, by))
  const add = (one: Condition | Group): void => put({ ...group, of: [...group.of, one] })
  return (
    <fieldset className={depth === 1 ? 'flex flex-col gap-3' : 'flex flex-col gap-3 rounded-xl border border-line p-3'}>
      <legend className="sr-only">{texts.group(depth)}</legend>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Select
          className="sm:w-56"
          aria-label={texts.join}
          value={group.join}
          onChange={({ target }) => put({ ...group, join: target.value === 'or' ? 'or' : 'and' })}
        >
          <option value="and">{texts.joins.and}</option>
          <option value="or">{texts.joins.or}</option>
        </Select>
        <Checkbox
          label={texts.not}
          checked={group.not}
          onChange={({ target }) => put({ ...group, not: target.checked })}
        />
      </div>
      <ul className="flex flex-col gap-3">
        {group.of.map((one, at) =>
          isGroup(one) ? (
            // conditions have no id of their own: their place is what they are known by
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at}>
              <GroupFields
                group={one}
                put={(next) => change(at, next)}
                depth={depth + 1}
                remove={() => change(at, null)}
              />
            </li>
          ) : (
            // oxlint-disable-next-line react/no-array-index-key
            <ConditionRow key={at} one={one} put={(next) => change(at, next)} remove={() => change(at, null)} />
          ),
        )}
      </ul>
      {group.of.length === 0 && <p className="text-[13px] text-ink-2">{texts.everybody}</p>}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" onClick={() => add(newCondition('tag'))}>
          <Plus aria-hidden className="size-4" />
          {texts.addCondition}
        </Button>
        {depth < DEEPEST && (
          <Button size="sm" variant="ghost" onClick={() => add(newGroup())}>
            <Plus aria-hidden className="size-4" />
            {texts.addGroup}
          </Button>
        )}
        {remove && (
          <Button size="sm" variant="ghost" onClick={remove}>
            {texts.removeGroup}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
