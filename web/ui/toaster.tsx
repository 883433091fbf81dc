// The corner where short messages appear; loaded with the first of them.
import { Toaster as Sonner } from 'sonner'

export default function Toaster({ dark, label }: { dark: boolean; label: string }) {
  return (
    <Sonner
      position="bottom-right"
      richColors
      closeButton
      theme={dark ? 'dark' : 'light'}
      containerAriaLabel={label}
      toastOptions={{ duration: 6_000 }}
    />
  )
}
