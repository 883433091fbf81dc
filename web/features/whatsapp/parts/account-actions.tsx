// Start or stop, and the other things that can be done to an account.
import { Copy, EllipsisVertical, PlugZap, RotateCcw, Trash2 } from 'lucide-react'
import type { LiveAccount } from '../../../realtime/apply-event.ts'
import { whatsappTexts as texts } from '../../../texts/indonesian.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { notify } from '../../../ui/notify.tsx'
import { nameOf } from '../account-name.ts'

export type AccountAct = 'toggle' | 'reset' | 'reconnect' | 'remove'
/** bare: the menu alone, where the row says the rest itself. */
type Props = { account: LiveAccount; onAct: (act: AccountAct) => void }

function Toggle({ account, onAct }: Props) {
  if (account.suspended || account.state === 'suspended')
    return <p className="text-[13px] text-danger-text lg:w-40">{texts.suspendedText}</p>
  if (account.purpose !== 'blast') return <p className="text-[13px] text-ink-3 lg:w-28">{texts.onlyChecks}</p>
  const { requestedStatus } = account
  const sending = account.status === 'sending'
  const label = account.blaster ? texts.stopBlaster : sending ? texts.stop : texts.start
  return (
    <Button
      size="sm"
      variant={sending ? 'secondary' : 'primary'}
      busy={requestedStatus !== null}
      onClick={() => onAct('toggle')}
      className="min-w-28"
    >
      {requestedStatus === 'sending' ? texts.starting : requestedStatus === 'idle' ? texts.stopping : label}
    </Button>
  )
}

export function AccountActions({ account, onAct, bare = false }: Props & { bare?: boolean }) {
  const copy = (): void =>
    void navigator.clipboard.writeText(account.clientid).then(
      () => notify.success(texts.copied),
      () => notify.error(account.clientid),
    )
  return (
    <div className="mt-auto flex w-full items-center justify-between gap-1.5">
      {!bare && <Toggle account={account} onAct={onAct} />}
      <Menu
        label={texts.more(nameOf(account))}
        trigger={
          <Button variant="ghost" size="icon" aria-label={texts.more(nameOf(account))}>
            <EllipsisVertical aria-hidden className="size-5" />
          </Button>
        }
      >
        <MenuItem onSelect={() => onAct('reconnect')}>
          <PlugZap aria-hidden className="size-4" />
          {texts.reconnect}
        </MenuItem>
        <MenuItem onSelect={() => onAct('reset')}>
          <RotateCcw aria-hidden className="size-4" />
          {texts.reset}
        </MenuItem>
        <MenuItem onSelect={copy}>
          <Copy aria-hidden className="size-4" />
          {texts.copyId}
        </MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={() => onAct('remove')}>
          <Trash2 aria-hidden className="size-4" />
          {texts.remove}
        </MenuItem>
      </Menu>
    </div>
  )
}
