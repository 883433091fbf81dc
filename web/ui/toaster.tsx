// The corner where short messages appear; loaded with the first of them.
import type { CSSProperties } from 'react'
import { Toaster as Sonner } from 'sonner'

/** The library's green on its pale green is a little too weak to read. */
const READABLE = { '--success-text': '#15692f' } as CSSProperties

export default function Toaster({ dark, label }: { dark: boolean; label: string }) {
  return (
    <Sonner
      position="bottom-right"
      richColors
      style={dark ? {} : READABLE}
      closeButton
      theme={dark ? 'dark' : 'light'}
      containerAriaLabel={label}
      toastOptions={{ duration: 6_000 }}
    />
  )
}
