// Short messages. The toast library loads with the first message, not with the page.
import { Suspense, useSyncExternalStore } from 'react'
import { component, keepAhead } from './part.tsx'
import { besideOf } from './said.tsx'

const loadToaster = keepAhead(() => import('./toaster.tsx'), 'soon')
const loadSonner = keepAhead(() => import('sonner'), 'soon')
const Toaster = component(loadToaster)
let wanted = false
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const show = async (kind: 'success' | 'error' | 'message', text: string, id?: string) => {
  wanted = true
  for (const listener of listeners) listener()
  const [{ toast }] = await Promise.all([loadSonner(), loadToaster()])
  // The toaster must be mounted before a message is sent to it, or the message is lost.
  const description = besideOf(text)
  setTimeout(() => toast[kind](text, { ...(id && { id }), ...(description !== null && { description }) }), 50)
}

export const notify = {
  success: (text: string) => void show('success', text),
  error: (text: string) => void show('error', text),
  /** @param id of one that `gone` takes away */
  info: (text: string, id?: string) => void show('message', text, id),
  gone: (id: string) => void loadSonner().then(({ toast }) => toast.dismiss(id)),
}

export function ToastHost({ dark, label }: { dark: boolean; label: string }) {
  const needed = useSyncExternalStore(subscribe, () => wanted)
  if (!needed) return null
  return (
    <Suspense fallback={null}>
      <Toaster dark={dark} label={label} />
    </Suspense>
  )
}
