// The menu of a table's look: its columns and the height of its rows. On desktops only, where there is a table.
import { Columns3 } from 'lucide-react'
import { listTexts } from '../../texts/indonesian.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuCheck, MenuSeparator } from '../../ui/menu.tsx'
import type { LookState } from './use-look.ts'

type Props = LookState & {
  /** Heads of the columns that may be hidden. */
  heads: readonly string[]
}

export default function LookMenu({ look, toggleColumn, toggleDense, heads }: Props) {
  return (
    <Menu
      label={listTexts.look}
      trigger={
        <Button variant="secondary" size="icon" aria-label={listTexts.look} title={listTexts.look} className="size-11!">
          <Columns3 aria-hidden className="size-4" />
        </Button>
      }
    >
      {heads.map((head) => (
        <MenuCheck key={head} checked={!look.hidden.includes(head)} onToggle={() => toggleColumn(head)}>
          {head}
        </MenuCheck>
      ))}
      <MenuSeparator />
      <MenuCheck checked={look.dense} onToggle={toggleDense}>
        {listTexts.dense}
      </MenuCheck>
    </Menu>
  )
}
