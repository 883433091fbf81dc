// The question before a role is changed: what the person will be able to do, and what not any more (rule role-question).
import type { Role } from '../../../../../contract/people/role-table.ts'
import { common, shellTexts, memberTexts as texts } from '../../../../texts/indonesian.ts'
import { Confirm } from '../../../../ui/confirm.tsx'
import { type Ability, roleChange } from '../role-change-rules.ts'

function Abilities({ lead, abilities }: { lead: string; abilities: readonly Ability[] }) {
  if (abilities.length === 0) return null
  return (
    <div>
      <p className="font-semibold text-ink">{lead}</p>
      <ul className="list-disc pl-5">
        {abilities.map((ability) => (
          <li key={ability}>{texts.may[ability]}</li>
        ))}
      </ul>
    </div>
  )
}

type Props = { name: string; from: Role; to: Role; onYes: () => void; onClose: () => void }
export function RoleQuestion({ name, from, to, onYes, onClose }: Props) {
  const { gains, loses } = roleChange(from, to)
  const role = shellTexts.roles[to]
  return (
    <Confirm
      title={texts.roleAsk(name, role)}
      confirmLabel={texts.roleYes(role)}
      cancelLabel={common.cancel}
      onConfirm={onYes}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <Abilities lead={texts.roleGains} abilities={gains} />
        <Abilities lead={texts.roleLoses} abilities={loses} />
        <p>{texts.roleOut}</p>
      </div>
    </Confirm>
  )
}
