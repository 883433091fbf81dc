// Which phone is in hand: pick one that exists or add a number.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { api, type Phone } from './api.ts'
import { texts } from './texts.ts'

interface Props {
  phones: Phone[]
  chosen: string
  onChoose: (phone: string) => void
}

const label = ({ phone, name, devices }: Phone): string =>
  [name, phone, devices.length > 0 ? texts.isLinked : ''].filter(Boolean).join(' · ')

export function PhonePicker({ phones, chosen, onChoose }: Props) {
  const [adding, setAdding] = useState(false)
  const select = useId()
  return (
    <div className="flex w-full flex-wrap items-end gap-2 sm:w-auto">
      <div className="min-w-64 flex-1 sm:w-72">
        <label htmlFor={select} className="block text-xs text-muted">
          {texts.pickPhone}
        </label>
        <select
          id={select}
          className="field"
          value={chosen}
          disabled={phones.length === 0}
          onChange={({ target }) => onChoose(target.value)}
        >
          {chosen !== '' && !phones.some(({ phone }) => phone === chosen) && (
            <option value={chosen}>{`${chosen} · ${texts.notThere}`}</option>
          )}
          {phones.map((phone) => (
            <option key={phone.phone} value={phone.phone}>
              {label(phone)}
            </option>
          ))}
        </select>
      </div>
      <button type="button" className="button" aria-expanded={adding} onClick={() => setAdding(!adding)}>
        {adding ? texts.cancel : texts.addPhone}
      </button>
      {adding && (
        <AddPhone
          onAdded={(phone) => {
            setAdding(false)
            onChoose(phone)
          }}
        />
      )}
    </div>
  )
}

function AddPhone({ onAdded }: { onAdded: (phone: string) => void }) {
  const client = useQueryClient()
  const [phone, setPhone] = useState('')
  const [name, setName] = useState('')
  const add = useMutation({
    mutationFn: () => api.addPhone(phone, name),
    onSuccess: async (added) => {
      await client.invalidateQueries({ queryKey: ['phones'] })
      onAdded(added.phone)
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <form onSubmit={submit} className="flex w-full flex-col gap-2 rounded-lg bg-soft p-3">
      <label className="text-sm">
        {texts.phoneNumber}
        <input
          className="field"
          inputMode="tel"
          placeholder="62812…"
          value={phone}
          required
          onChange={({ target }) => setPhone(target.value)}
        />
      </label>
      <label className="text-sm">
        {texts.phoneName}
        <input className="field" value={name} onChange={({ target }) => setName(target.value)} />
      </label>
      {add.isError && <p role="alert">{add.error.message}</p>}
      <button type="submit" className="button primary" disabled={add.isPending}>
        {texts.savePhone}
      </button>
    </form>
  )
}
