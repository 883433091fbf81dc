// The phone's chats: the list, and the open one beside it (on a small screen instead of it).
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, type Bubble, type Phone } from './api.ts'
import { Conversation } from './conversation.tsx'
import { texts } from './texts.ts'

interface Props {
  phone: Phone
  phones: Phone[]
}

interface Chat {
  with: string
  bubbles: Bubble[]
  unread: number
}

function toChats(bubbles: Bubble[]): Chat[] {
  const chats = new Map<string, Chat>()
  for (const bubble of bubbles) {
    const chat = chats.get(bubble.chat) ?? { with: bubble.chat, bubbles: [], unread: 0 }
    chat.bubbles.push(bubble)
    if (!bubble.mine && bubble.decrypted && !bubble.read) chat.unread += 1
    chats.set(bubble.chat, chat)
  }
  return [...chats.values()].toSorted((a, b) => (b.bubbles.at(-1)?.time ?? 0) - (a.bubbles.at(-1)?.time ?? 0))
}

export function Chats({ phone, phones }: Props) {
  const [open, setOpen] = useState('')
  const query = useQuery({ queryKey: ['chats', phone.phone], queryFn: () => api.chats(phone.phone) })
  const chats = toChats(query.data ?? [])
  const nameOf = (number: string): string => phones.find((one) => one.phone === number)?.name || number
  return (
    <div className="flex h-full min-h-96">
      <div className={`w-full flex-col border-line md:flex md:w-72 md:border-r ${open ? 'hidden' : 'flex'}`}>
        <OpenChat onOpen={setOpen} />
        {query.isPending && <p className="p-4">{texts.loading}</p>}
        {query.isError && (
          <p role="alert" className="p-4">
            {query.error.message}
          </p>
        )}
        {query.isSuccess && chats.length === 0 && <p className="p-4 text-sm text-muted">{texts.noChats}</p>}
        <ul aria-label={texts.chatList} className="min-h-0 flex-1 overflow-y-auto">
          {chats.map((chat) => (
            <li
              key={chat.with}
              className={`relative border-b border-line px-4 py-3 hover:bg-soft ${chat.with === open ? 'bg-soft' : ''}`}
            >
              <span className="flex justify-between gap-2">
                <button
                  type="button"
                  aria-current={chat.with === open}
                  className="cursor-pointer text-left font-medium after:absolute after:inset-0"
                  onClick={() => setOpen(chat.with)}
                >
                  <span className="sr-only">{texts.chatPrefix} </span>
                  {nameOf(chat.with)}
                </button>
                {chat.unread > 0 && (
                  <span className="rounded-full bg-accent px-2 text-xs leading-6 text-paper">{chat.unread}</span>
                )}
              </span>
              <span className="block truncate text-sm text-muted">{chat.bubbles.at(-1)?.text}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className={`min-w-0 flex-1 md:block ${open ? '' : 'hidden'}`}>
        {open ? (
          <Conversation
            key={open}
            phone={phone}
            other={open}
            name={nameOf(open)}
            bubbles={chats.find((chat) => chat.with === open)?.bubbles ?? []}
            unread={chats.find((chat) => chat.with === open)?.unread ?? 0}
            canReply={phones.some((one) => one.phone === open && one.devices.length > 0)}
            onBack={() => setOpen('')}
          />
        ) : (
          <p className="p-6 text-muted">{texts.pickChat}</p>
        )}
      </div>
    </div>
  )
}

function OpenChat({ onOpen }: { onOpen: (phone: string) => void }) {
  const [number, setNumber] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const digits = number.replaceAll(/\D/g, '').replace(/^0/, '62')
    if (digits) onOpen(digits)
  }
  return (
    <form onSubmit={submit} className="flex items-end gap-2 border-b border-line p-3">
      <label className="min-w-0 flex-1 text-xs text-muted">
        {texts.openChat}
        <input
          className="field text-base text-ink"
          inputMode="tel"
          value={number}
          required
          onChange={({ target }) => setNumber(target.value)}
        />
      </label>
      <button type="submit" className="button">
        {texts.open}
      </button>
    </form>
  )
}
