// One chat: bubbles as they come, an answer, and for a linked account the deletion of what it sent.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api, type Bubble, type Phone } from './api.ts'
import { BubbleView } from './bubble.tsx'
import { texts } from './texts.ts'

interface Props {
  phone: Phone
  other: string
  name: string
  bubbles: Bubble[]
  unread: number
  canReply: boolean
  onBack: () => void
}

export function Conversation({ phone, other, name, bubbles, unread, canReply, onBack }: Props) {
  const client = useQueryClient()
  const end = useRef<HTMLDivElement>(null)
  const refresh = () => client.invalidateQueries({ queryKey: ['chats'] })
  const { mutate: read } = useMutation({ mutationFn: () => api.read(phone.phone, other), onSuccess: refresh })
  const remove = useMutation({ mutationFn: (id: string) => api.remove(phone.phone, id), onSettled: refresh })
  useEffect(() => {
    if (unread > 0) read()
  }, [unread, read])
  const last = bubbles.at(-1)?.id
  useEffect(() => {
    if (last !== undefined) end.current?.scrollIntoView({ block: 'end' })
  }, [last])
  return (
    <section aria-label={texts.chatWith(name)} className="flex h-full flex-col">
      <header className="flex items-center gap-2 border-b border-line p-2">
        <button type="button" aria-label={texts.back} className="button md:hidden" onClick={onBack}>
          <ArrowLeft aria-hidden size={18} />
        </button>
        <h2 className="px-2 font-semibold">{name}</h2>
        {name !== other && <span className="text-sm text-muted">{other}</span>}
      </header>
      <div role="log" aria-label={texts.messages} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto bg-wall p-3">
        <ol className="flex flex-col gap-2">
          {bubbles.map((bubble) => (
            <BubbleView
              key={`${bubble.id}-${bubble.time}`}
              bubble={bubble}
              removing={remove.isPending}
              onRemove={bubble.mine && bubble.acked !== undefined ? () => remove.mutate(bubble.id) : undefined}
            />
          ))}
        </ol>
        <div ref={end} />
      </div>
      {remove.isError && (
        <p role="alert" className="p-3">
          {remove.error.message}
        </p>
      )}
      {canReply ? (
        <Composer from={phone.phone} to={other} onSent={refresh} />
      ) : (
        <p className="border-t border-line p-3 text-sm text-muted">{texts.cannotReply}</p>
      )}
    </section>
  )
}

function Composer({ from, to, onSent }: { from: string; to: string; onSent: () => Promise<void> }) {
  const [text, setText] = useState('')
  const [lid, setLid] = useState(false)
  const send = useMutation({
    mutationFn: (words: string) => api.reply(from, to, words, lid),
    onSuccess: async () => {
      setText('')
      await onSent()
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (text.trim()) send.mutate(text)
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-2 border-t border-line p-3">
      {send.isError && <p role="alert">{send.error.message}</p>}
      <div className="flex gap-2">
        <input
          aria-label={texts.write}
          placeholder={texts.write}
          className="field min-w-0"
          value={text}
          maxLength={4096}
          onChange={({ target }) => setText(target.value)}
        />
        <button type="submit" className="button primary" disabled={send.isPending}>
          {texts.send}
        </button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <label className="flex items-center gap-2 text-sm">
          <input type="checkbox" checked={lid} onChange={({ target }) => setLid(target.checked)} />
          {texts.byLid}
        </label>
        <button type="button" className="button" disabled={send.isPending} onClick={() => send.mutate('BERHENTI')}>
          {texts.stop}
        </button>
      </div>
    </form>
  )
}
