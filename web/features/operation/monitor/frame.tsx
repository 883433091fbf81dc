// The frame of every monitor: links to the four monitors, and the account that they show; both are in the address.
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { AccountAnswer } from '../../../lib/account-check/answer.tsx'
import { formText } from '../../../lib/forms/form-text.ts'
import { ScreenHead } from '../../../lib/screen/screen-head.tsx'
import { monitorTexts as texts } from '../../../texts/indonesian.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Input } from '../../../ui/input.tsx'

type Screen = keyof typeof texts.titles
const SCREENS = Object.keys(texts.titles) as Screen[]
const TAB = 'inline-flex min-h-10 items-center rounded-lg px-3 text-[13px]'
export const tabClass = (active: boolean): string =>
  classNames(TAB, active ? 'bg-accent-soft text-accent-text' : 'text-ink-2 hover:bg-surface-2 hover:text-ink')

type Props = { screen: Screen; head?: ReactNode; tools?: ReactNode; children: ReactNode }

export function MonitorFrame({ screen, head, tools, children }: Props) {
  const [params, setParams] = useSearchParams()
  const id = params.get('id') ?? ''
  const show = (next: string): void =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (next === '') after.delete('id')
        else after.set('id', next)
        return after
      },
      { replace: true },
    )
  return (
    <>
      <ScreenHead title={texts.titles[screen]} note={texts.leads[screen]}>
        {head}
      </ScreenHead>
      <nav aria-label={texts.tabs} className="mb-4 flex flex-wrap gap-1">
        {SCREENS.map((other) => (
          <Link
            key={other}
            to={`/monitor/${other}${params.size > 0 ? `?${params}` : ''}`}
            aria-current={other === screen ? 'page' : undefined}
            className={tabClass(other === screen)}
          >
            {texts.titles[other]}
          </Link>
        ))}
      </nav>
      <div className="mb-4 rounded-2xl border border-line bg-surface p-4 shadow-card empty:hidden">
        <AccountAnswer find={id} quiet linkOf={(one) => `/monitor/${screen}?id=${encodeURIComponent(one)}`} />
      </div>
      <Card className="min-w-0">
        <div className="flex flex-col gap-3 border-b border-line p-4 lg:flex-row lg:items-center lg:justify-between">
          <form
            key={id}
            role="search"
            className="flex min-w-0 flex-1 flex-col gap-2 sm:flex-row lg:max-w-lg"
            onSubmit={(event) => {
              event.preventDefault()
              show(formText(new FormData(event.currentTarget), 'id').trim())
            }}
          >
            <Input
              type="search"
              name="id"
              aria-label={texts.id}
              placeholder={texts.idHint}
              defaultValue={id}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={80}
              className="font-mono placeholder:font-sans"
            />
            <Button type="submit" variant="secondary">
              {texts.show}
            </Button>
          </form>
          {tools}
        </div>
        {children}
      </Card>
    </>
  )
}
