// Start or stop, and the other things that can be done to an account.
import { accountTitle } from '../../../../../contract/sending/account-name.ts'
import { MUST_RECONNECT } from '../../../../../contract/sending/whatsapp.ts'
import { Copy, PencilLine, PlugZap, RotateCcw, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import type { LiveAccount } from '../../../../realtime/apply-event.ts'
import { whatsappTexts as texts } from '../../../../texts/indonesian.ts'
import { useLasts } from '../../../../lib/browser/use-lasts.ts'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { MenuItem, MenuSeparator, MoreMenu } from '../../../../ui/menu.tsx'
import { notify } from '../../../../ui/notify.tsx'

export type AccountAct = 'toggle' | 'rename' | 'reset' | 'reconnect' | 'remove'
/** leads: what is done here is the main act of the screen, as where there is one account. */
type Props = { account: LiveAccount; onAct: (act: AccountAct) => void; leads: boolean }

const STOPPING_MS = 15_000
function Toggle(props: Props) {
  const { account } = props
  if (account.suspended || account.state === 'suspended')
    return <p className="text-[13px] text-danger-text lg:w-40">{texts.suspendedText}</p>
  if (account.purpose !== 'blast') return <p className="text-[13px] text-ink-3 lg:w-28">{texts.onlyChecks}</p>
  return <StartStop {...props} />
}
function StartStop({ account, onAct, leads }: Props) {
  const { requestedStatus } = account
  // by then the server has taken the stop, or the button says that nobody knows: what is left is the message in flight
  const stopping = useLasts(requestedStatus === 'idle', STOPPING_MS) ? texts.stopsSoon : texts.stopping
  const sending = account.status === 'sending'
  // no start that would be refused
  const isCutOff = !sending && requestedStatus === null && MUST_RECONNECT.includes(account.state)
  if (isCutOff)
    return (
      <Link
        to={`/whatsapp/create?r=${encodeURIComponent(account.id)}`}
        aria-label={texts.reconnectOf(accountTitle(account))}
        className={buttonClass('primary', 'sm')}
      >
        <PlugZap aria-hidden className="size-4 lg:hidden" />
        {texts.reconnect}
      </Link>
    )
  const label = account.blaster ? texts.stopBlaster : sending ? texts.stop : texts.start
  return (
    <Button
      size="sm"
      variant={sending || !leads ? 'secondary' : 'primary'}
      busy={requestedStatus !== null}
      onClick={() => onAct('toggle')}
      className="min-w-28"
    >
      {requestedStatus === 'sending' ? texts.starting : requestedStatus === 'idle' ? stopping : label}
    </Button>
  )
}

/**
 * @param bare the menu alone, where the row says the rest itself
 * @param owns nobody but the owner names an account
 */
export function AccountActions({ account, onAct, leads, bare, owns }: Props & { bare: boolean; owns: boolean }) {
  const copy = (): void =>
    void navigator.clipboard.writeText(account.clientid).then(
      () => notify.success(texts.copied),
      () => notify.error(account.clientid),
    )
  return (
    <div className="mt-auto flex w-full items-center justify-between gap-1.5">
      {!bare && <Toggle account={account} onAct={onAct} leads={leads} />}
      <MoreMenu
        label={texts.more(accountTitle(account))}
        keys={{ ...(owns ? { edit: () => onAct('rename') } : {}), remove: () => onAct('remove') }}
      >
        {owns && (
          <MenuItem onSelect={() => onAct('rename')}>
            <PencilLine aria-hidden className="size-4" />
            {account.nickname === null ? texts.rename.give : texts.rename.change}
          </MenuItem>
        )}
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
      </MoreMenu>
    </div>
  )
}
