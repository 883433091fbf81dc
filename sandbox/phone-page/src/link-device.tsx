// Linking a device: scan its QR (camera, picture, pasted text, or the one now waiting) or type its code.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, type Phone } from './api.ts'
import { QrCamera, QrPicture } from './qr-reader.tsx'
import { texts } from './texts.ts'

export function LinkDevice({ phone }: { phone: Phone }) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [code, setCode] = useState('')
  const waiting = useQuery({ queryKey: ['waiting'], queryFn: api.waiting, refetchInterval: 5000 })
  const link = useMutation({
    mutationFn: (task: () => Promise<string>) => task(),
    onSuccess: () => {
      setText('')
      setCode('')
    },
    onSettled: () => client.invalidateQueries(),
  })
  const scan = (qr: string): void => link.mutate(() => api.scan(phone.phone, qr))
  const submit = (task: () => Promise<string>) => (event: FormEvent) => {
    event.preventDefault()
    link.mutate(task)
  }
  return (
    <div className="grid gap-6 p-4 md:grid-cols-2">
      <section className="flex flex-col gap-3">
        <h2 className="font-semibold">{texts.qrHeading}</h2>
        <p className="text-sm text-muted">{texts.waiting(waiting.data ?? 0)}</p>
        <button
          type="button"
          className="button primary"
          disabled={link.isPending}
          onClick={() => link.mutate(() => api.scanLatest(phone.phone))}
        >
          {texts.scanWaiting}
        </button>
        <QrCamera onFound={scan} />
        <QrPicture onFound={scan} />
        <form className="flex flex-col gap-2" onSubmit={submit(() => api.scan(phone.phone, text))}>
          <label className="text-sm">
            {texts.qrText}
            <textarea
              className="field"
              rows={3}
              value={text}
              required
              onChange={({ target }) => setText(target.value)}
            />
          </label>
          <button type="submit" className="button" disabled={link.isPending}>
            {texts.scanText}
          </button>
        </form>
      </section>
      <section className="flex flex-col gap-3">
        <h2 className="font-semibold">{texts.codeHeading}</h2>
        <form className="flex flex-col gap-2" onSubmit={submit(() => api.enterCode(phone.phone, code))}>
          <label className="text-sm">
            {texts.pairingCode}
            <input
              className="field font-mono tracking-widest uppercase"
              placeholder="XXXX-XXXX"
              autoComplete="off"
              maxLength={9}
              value={code}
              required
              onChange={({ target }) => setCode(target.value)}
            />
          </label>
          <p className="text-xs text-muted">{texts.pairingHelp}</p>
          <button type="submit" className="button" disabled={link.isPending}>
            {texts.linkByCode}
          </button>
        </form>
        <div aria-live="polite">
          {link.isSuccess && (
            <p role="status" className="rounded-lg bg-mine p-3">
              {texts.linkedNow(link.data)}
            </p>
          )}
          {link.isError && (
            <p role="alert" className="rounded-lg border border-red-500 p-3">
              {link.error.message}
            </p>
          )}
        </div>
        <Devices phone={phone} />
      </section>
    </div>
  )
}

function Devices({ phone }: { phone: Phone }) {
  const unlink = useMutation({ mutationFn: (id: number) => api.unlink(phone.phone, id) })
  return (
    <section aria-label={texts.linked} className="flex flex-col gap-2">
      <h2 className="font-semibold">{texts.linked}</h2>
      {phone.devices.length === 0 && <p className="text-sm text-muted">{texts.noDevices}</p>}
      <ul className="flex flex-col gap-2">
        {phone.devices.map(({ id, online, linkedAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 rounded-lg border border-line p-3">
            <span>
              {texts.device(id)} · {online ? texts.online : texts.offline}
              <time className="block text-xs text-muted">{new Date(linkedAt).toLocaleString('id-ID')}</time>
            </span>
            <button type="button" className="button" disabled={unlink.isPending} onClick={() => unlink.mutate(id)}>
              {texts.unlink(id)}
            </button>
          </li>
        ))}
      </ul>
      {unlink.isError && <p role="alert">{unlink.error.message}</p>}
    </section>
  )
}
