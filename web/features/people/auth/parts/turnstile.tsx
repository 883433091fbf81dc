// Cloudflare's bot check: always visible; the script's address comes from the server.
import { useEffect, useImperativeHandle, type Ref, useRef, useState } from 'react'
import { useDark } from '../../../../lib/browser/theme.ts'
import { authTexts, languageTexts } from '../../../../texts/indonesian.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'

type Turnstile = {
  render: (
    place: HTMLElement,
    options: {
      sitekey: string
      action: string
      appearance: 'always'
      theme: 'light' | 'dark'
      language: string
      callback: (token: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ) => string | undefined
  reset: (id?: string) => void
  remove: (id?: string) => void
}
declare global {
  interface Window {
    turnstile?: Turnstile
  }
}

const loads = new Map<string, Promise<Turnstile>>()
const load = (src: string): Promise<Turnstile> => {
  const known = loads.get(src)
  if (known) return known
  const loading = new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.async = true
    script.addEventListener('load', () =>
      window.turnstile ? resolve(window.turnstile) : reject(new Error('no turnstile in the script')),
    )
    script.addEventListener('error', () => reject(new Error('the script did not load')))
    document.head.append(script)
  })
  loads.set(src, loading)
  loading.catch(() => loads.delete(src))
  return loading
}

export type BotCheck = { reset: () => void }
type Props = {
  src: string
  siteKey: string
  /** What the answer may be used for: the server takes it for nothing else. */
  action: 'register' | 'login'
  onToken: (token: string) => void
  ref: Ref<BotCheck>
}

export function TurnstileBox({ src, siteKey, action, onToken, ref }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const widget = useRef<{ box: Turnstile; id: string | undefined } | null>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'broken'>('loading')
  const dark = useDark()

  useImperativeHandle(ref, () => ({
    reset: () => {
      onToken('')
      widget.current?.box.reset(widget.current.id)
    },
  }))

  useEffect(() => {
    let left = false
    load(src).then(
      (box) => {
        if (left || !place.current) return
        const id = box.render(place.current, {
          sitekey: siteKey,
          action,
          appearance: 'always',
          theme: dark ? 'dark' : 'light',
          language: languageTexts.tag,
          callback: onToken,
          // it ran out while somebody corrected a field: another one is made without a press
          'expired-callback': () => {
            onToken('')
            if (id !== undefined) box.reset(id)
          },
          'error-callback': () => onToken(''),
        })
        widget.current = { box, id }
        setState('ready')
      },
      () => !left && setState('broken'),
    )
    return () => {
      left = true
      widget.current?.box.remove(widget.current.id)
      widget.current = null
    }
  }, [src, siteKey, action, dark, onToken])

  return (
    // As high as the widget, so that the button below does not move.
    <div className="min-h-16.25">
      {state === 'loading' && <Skeleton className="h-16.25 w-75" />}
      {state === 'broken' && (
        <p role="alert" className="text-[13px] text-danger-text">
          {authTexts.botCheckBroken}
        </p>
      )}
      <div ref={place} role="group" aria-label={authTexts.botCheck} />
    </div>
  )
}
