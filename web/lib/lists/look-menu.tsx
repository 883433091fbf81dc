// The menu of a table's look: its columns and the height of its rows. On desktops only, where there is a table.
import { Columns3 } from 'lucide-react'
import { listTexts } from '../../texts/indonesian.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuCheck, MenuSeparator } from '../../ui/menu.tsx'
import { useLetters } from './use-list-keys.ts'
import type { LookState } from './use-look.ts'

type Props = LookState & {
  /** Heads of the columns that may be hidden. */
  heads: readonly string[]
  /** The rows' height is no choice. */
  tall: boolean
}

export default function LookMenu({ look, toggleColumn, toggleRoomy, heads, tall }: Props) {
  const letters = useLetters()
  return (
    <Menu
      label={listTexts.look}
      trigger={
        <Button variant="secondary" size="icon" aria-label={listTexts.look} title={listTexts.look} className="size-9!">
          <Columns3 aria-hidden className="size-4" />
        </Button>
      }
    >
      {heads.map((head) => (
        <MenuCheck key={head} checked={!look.hidden.includes(head)} onToggle={() => toggleColumn(head)}>
          {head}
        </MenuCheck>
      ))}
      {!tall && (
        <>
          <MenuSeparator />
          <MenuCheck checked={!look.roomy} onToggle={toggleRoomy}>
            {listTexts.dense}
          </MenuCheck>
        </>
      )}
      <MenuSeparator />
      <MenuCheck checked={letters.on} onToggle={letters.toggle}>
        {listTexts.letters}
      </MenuCheck>
    </Menu>
  )
}
