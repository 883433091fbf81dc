// The corner of the screen in which short messages appear; its code is loaded with the first message.
import type { CSSProperties } from 'react'
import { Toaster as Sonner } from 'sonner'
import { FROM_TABLET, useMedia } from '../lib/browser/use-media.ts'

/** The library's own green has too little contrast on its pale background. */
const READABLE = { '--success-text': '#15692f' } as CSSProperties

export default function Toaster({ dark, label }: { dark: boolean; label: string }) {
  // on a phone over the header: what one presses there is at the bottom
  const isWide = useMedia(FROM_TABLET)
  return (
    <Sonner
      position={isWide ? 'bottom-right' : 'top-center'}
      mobileOffset={8}
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
