// The page: banner, which phone is in hand, and what it can do.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Tabs } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { api, type Phone } from './api.ts'
import { Chats } from './chats.tsx'
import { Faults } from './faults.tsx'
import { LinkDevice } from './link-device.tsx'
import { Mailbox } from './mailbox.tsx'
import { PhonePicker } from './phone-picker.tsx'
import { texts } from './texts.ts'
import { useLive } from './use-live.ts'

const CHOSEN = 'sandbox-phone'

/** The number that the address names, by its digits. */
const named = (new URLSearchParams(location.search).get('phone') ?? '').replaceAll(/\D/g, '')
const firstChoice = (): string => named || (localStorage.getItem(CHOSEN) ?? '')

export function App() {
  useLive()
  const [chosen, setChosen] = useState(firstChoice)
  const [tab, setTab] = useState('chats')
  const phones = useQuery({ queryKey: ['phones'], queryFn: api.phones })
  const list = phones.data ?? []
  const found = list.find((one) => one.phone === chosen)
  // Never show another phone's messages under the number in the address.
  const missing = phones.isSuccess && !found && named !== '' && chosen === named
  const phone = missing ? undefined : (found ?? list[0])
  const choose = (number: string): void => {
    localStorage.setItem(CHOSEN, number)
    setChosen(number)
  }
  return (
    <div className="flex h-full flex-col">
      <header className="border-b border-line">
        <p role="note" className="bg-amber-300 px-4 py-1.5 text-center text-sm font-semibold text-amber-950">
          {texts.banner}
        </p>
        <div className="mx-auto flex max-w-5xl flex-wrap items-end justify-between gap-3 px-4 py-3">
          <h1 className="text-xl font-semibold">{texts.title}</h1>
          <PhonePicker phones={list} chosen={missing ? named : (phone?.phone ?? '')} onChoose={choose} />
        </div>
      </header>
      <main className="mx-auto flex min-h-0 w-full max-w-5xl flex-1 flex-col">
        {phones.isPending && <p className="p-4">{texts.loading}</p>}
        {phones.isError && (
          <p role="alert" className="p-4">
            {phones.error.message}
          </p>
        )}
        {missing && <MissingPhone phone={named} onAdded={choose} />}
        {phones.isSuccess && !phone && !missing && <p className="p-4 text-muted">{texts.noPhone}</p>}
        {phone && <PhoneTabs key={phone.phone} phone={phone} phones={list} tab={tab} onTab={setTab} />}
      </main>
    </div>
  )
}

function MissingPhone({ phone, onAdded }: { phone: string; onAdded: (phone: string) => void }) {
  const client = useQueryClient()
  const add = useMutation({
    mutationFn: () => api.addPhone(phone, ''),
    onSuccess: async (added) => {
      await client.invalidateQueries({ queryKey: ['phones'] })
      onAdded(added.phone)
    },
  })
  return (
    <div className="flex flex-col items-start gap-3 p-4">
      <p>{texts.unlisted(phone)}</p>
      {add.isError && <p role="alert">{add.error.message}</p>}
      <button type="button" className="button primary" disabled={add.isPending} onClick={() => add.mutate()}>
        {texts.addThis(phone)}
      </button>
    </div>
  )
}

interface PhoneTabsProps {
  phone: Phone
  phones: Phone[]
  tab: string
  onTab: (tab: string) => void
}

function PhoneTabs({ phone, phones, tab, onTab }: PhoneTabsProps) {
  const panels: Record<keyof typeof texts.tabs, ReactNode> = {
    chats: <Chats phone={phone} phones={phones} />,
    link: <LinkDevice phone={phone} />,
    faults: <Faults phone={phone} />,
    mail: <Mailbox />,
  }
  const names = Object.keys(panels) as (keyof typeof panels)[]
  return (
    <Tabs.Root value={tab} onValueChange={onTab} className="flex min-h-0 flex-1 flex-col">
      <Tabs.List aria-label={texts.menu} className="flex overflow-x-auto border-b border-line">
        {names.map((name) => (
          <Tabs.Trigger
            key={name}
            value={name}
            className="min-h-11 cursor-pointer border-b-2 border-transparent px-1.5 text-[13px] font-medium whitespace-nowrap sm:text-sm text-muted data-[state=active]:border-accent data-[state=active]:text-ink sm:px-4"
          >
            {texts.tabs[name]}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {names.map((name) => (
        <Tabs.Content key={name} value={name} className="min-h-0 flex-1 overflow-y-auto">
          {panels[name]}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
