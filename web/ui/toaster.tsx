// The corner of the screen in which short messages appear; its code is loaded with the first message.
import type { CSSProperties } from 'react'
import { Toaster as Sonner } from 'sonner'

/** The library's own green has too little contrast on its pale background. */
const READABLE = { '--success-text': '#15692f' } as CSSProperties

export default function Toaster({ dark, label }: { dark: boolean; label: string }) {
  return (
    <Sonner
      position="bottom-right"
      richColors
      style={dark ? {} : READABLE}
      closeButton
      visibleToasts={1}
      theme={dark ? 'dark' : 'light'}
      containerAriaLabel={label}
      toastOptions={{ duration: 6_000 }}
    />
  )
}
