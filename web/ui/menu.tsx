// A dropdown of actions or links on Radix's menu.
import { Check, EllipsisVertical } from 'lucide-react'
import { DropdownMenu as Primitive } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { keepAtScreen } from '../lib/browser/screen-focus.ts'
import { useBackCloses } from '../lib/browser/use-layer.ts'
import { Button } from './button.tsx'
import { LETTERS, type RowAct, rowAct } from './row-act.ts'

type Props = { trigger: ReactNode; label: string; defaultOpen?: boolean; children: ReactNode }

export function Menu({ trigger, label, defaultOpen = false, children }: Props) {
  const [open, setOpen] = useState(defaultOpen)
  useBackCloses(open, () => setOpen(false))
  return (
    <Primitive.Root open={open} onOpenChange={setOpen} modal={false}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          align="end"
          sideOffset={8}
          collisionPadding={8}
          onCloseAutoFocus={keepAtScreen}
          className="z-40 min-w-52 animate-rise rounded-xl border border-line bg-surface p-1.5 shadow-pop"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** What else can be done to one row. @param keys which of it a letter does, also while the menu is closed */
export function MoreMenu({
  label,
  keys = {},
  children,
}: Pick<Props, 'label' | 'children'> & { keys?: Partial<Record<RowAct, () => void>> }) {
  const acts = (Object.keys(LETTERS) as RowAct[]).filter((act) => keys[act])
  const trigger = (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      aria-keyshortcuts={acts.map((act) => LETTERS[act]).join(' ') || undefined}
    >
      <EllipsisVertical aria-hidden className="size-5" />
    </Button>
  )
  return (
    <>
      <Menu label={label} trigger={trigger}>
        {children}
      </Menu>
      {acts.map((act) => (
        // what the letter presses, as the menu's own items are there only while it is open
        <button key={act} type="button" hidden {...rowAct(act)} onClick={keys[act]} />
      ))}
    </>
  )
}

const ITEM =
  'flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-3 text-ink-2 outline-none data-highlighted:bg-surface-2 data-highlighted:text-ink data-disabled:cursor-not-allowed data-disabled:opacity-50'

export function MenuItem(props: { children: ReactNode; onSelect?: () => void; disabled?: boolean; asChild?: boolean }) {
  return <Primitive.Item {...props} className={ITEM} />
}
/** A choice that is on or off; the menu stays open. */
export function MenuCheck(props: { children: ReactNode; checked: boolean; onToggle: () => void }) {
  return (
    <Primitive.CheckboxItem
      checked={props.checked}
      onCheckedChange={props.onToggle}
      onSelect={(event) => event.preventDefault()}
      className={ITEM}
    >
      <span className="grid size-4 place-items-center rounded border border-line-strong/60">
        <Primitive.ItemIndicator>
          <Check aria-hidden className="size-3.5 text-accent-text" />
        </Primitive.ItemIndicator>
      </span>
      {props.children}
    </Primitive.CheckboxItem>
  )
}
type Choice = { value: string; label: string; lang?: string }
/** One of several, of which one is chosen. */
export function MenuChoice(props: {
  label: string
  value: string
  choices: readonly Choice[]
  onChoose: (value: string) => void
}) {
  return (
    <Primitive.RadioGroup value={props.value} onValueChange={props.onChoose} aria-label={props.label}>
      {props.choices.map(({ value, label, lang }) => (
        <Primitive.RadioItem key={value} value={value} lang={lang} className={ITEM}>
          <span className="grid size-4 place-items-center">
            <Primitive.ItemIndicator>
              <Check aria-hidden className="size-4 text-accent-text" />
            </Primitive.ItemIndicator>
          </span>
          {label}
        </Primitive.RadioItem>
      ))}
    </Primitive.RadioGroup>
  )
}
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Primitive.Label className="px-3 py-2">{children}</Primitive.Label>
}
export function MenuSeparator() {
  return <Primitive.Separator className="my-1.5 h-px bg-line" />
}
