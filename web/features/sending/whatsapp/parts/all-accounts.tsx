// The menu that starts or stops all of a person's accounts, the question before it, and who could not follow.
import { ChevronDown, CirclePlay, CircleStop } from 'lucide-react'
import { Suspense, useState } from 'react'
import { common, whatsappTexts } from '../../../../texts/indonesian.ts'
import { Button } from '../../../../ui/button.tsx'
import { Menu, MenuItem } from '../../../../ui/menu.tsx'
import { part } from '../../../../ui/part.tsx'
import type { AllAct } from '../all-plan.ts'
import { type AllOutcome, useAll } from '../use-all.ts'

const Confirm = part(() => import('../../../../ui/confirm.tsx').then(({ Confirm: shown }) => ({ default: shown })))
const Refusals = part(() => import('./refusals.tsx'))
const { all: texts } = whatsappTexts

/** @param earns what a message earns, in words; undefined: not known yet */
export function AllAccounts({ userId, earns }: { userId: string; earns: string | undefined }) {
  const [asking, setAsking] = useState<AllAct | null>(null)
  const [outcome, setOutcome] = useState<AllOutcome | null>(null)
  const { busy, run } = useAll(userId, setOutcome)
  const start = asking === 'start'
  return (
    <>
      <Menu
        label={texts.menu}
        trigger={
          <Button variant="secondary" size="sm" busy={busy}>
            {busy ? texts.busy : texts.menu}
            {!busy && <ChevronDown aria-hidden className="size-4" />}
          </Button>
        }
      >
        <MenuItem onSelect={() => setAsking('start')}>
          <CirclePlay aria-hidden className="size-4" />
          {texts.start}
        </MenuItem>
        <MenuItem onSelect={() => setAsking('stop')}>
          <CircleStop aria-hidden className="size-4" />
          {texts.stop}
        </MenuItem>
      </Menu>
      <Suspense fallback={null}>
        {asking && (
          <Confirm
            title={start ? texts.startTitle : texts.stopTitle}
            confirmLabel={start ? texts.startYes : texts.stopYes}
            cancelLabel={common.cancel}
            danger={!start}
            onConfirm={() => void run({ act: asking })}
            onClose={() => setAsking(null)}
          >
            {start ? [texts.startText, earns && `${earns}.`].filter(Boolean).join(' ') : texts.stopText}
          </Confirm>
        )}
        {outcome && (
          <Refusals
            outcome={outcome}
            onAgain={(only) => {
              setOutcome(null)
              void run({ act: outcome.act, only })
            }}
            onClose={() => setOutcome(null)}
          />
        )}
      </Suspense>
    </>
  )
}
