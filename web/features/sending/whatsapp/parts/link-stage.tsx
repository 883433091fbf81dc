// Shows what the phone needs now: the QR or the pairing code with its countdown, or the wait for it (rule linking).
import { Copy } from 'lucide-react'
import { Suspense, useEffect, useId, useRef } from 'react'
import { showCode } from '../../../../../contract/sending/whatsapp.ts'
import { useCountdown } from '../../../../lib/browser/use-countdown.ts'
import { common, createTexts as texts } from '../../../../texts/indonesian.ts'
import { buttonClass } from '../../../../ui/button.tsx'
import { notify } from '../../../../ui/notify.tsx'
import { part } from '../../../../ui/part.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import type { LinkState } from '../link-state.ts'
import { type LinkMode, Steps } from './link-steps.tsx'

/** As wide as the card, and never higher than what is free under the header, with the countdown. */
const QR_WIDTH = 'w-full max-w-[min(24rem,calc(100dvh-var(--header-height)-6rem))]'
const loadQr = () => import('../../../../ui/qr.tsx')
const Qr = part(loadQr)
/** The next QR comes when one ends; a moment of patience spares the page a flicker. */
const NEXT_QR_GRACE_MS = 1_500

type Props = { state: LinkState; mode: LinkMode; reconnecting: boolean; onExpired: () => void }

type GeneratingProps = { until: number; mode: LinkMode; reconnecting: boolean }
function Generating({ until, mode, reconnecting }: GeneratingProps) {
  const left = useCountdown(until)
  useEffect(() => void (mode === 'qr' && loadQr()), [mode])
  return (
    <div role="status" className="flex flex-col items-center gap-3 py-14 text-center">
      <Spinner className="size-8 text-accent" />
      <p className="text-base font-semibold tabular-nums">{left > 0 ? texts.generating(left) : texts.stillWaiting}</p>
      {reconnecting && <p className="max-w-xs text-ink-2">{texts.trySession[mode]}</p>}
    </div>
  )
}

function Countdown({ until, text, graceMs, onExpired }: CountdownProps) {
  const left = useCountdown(until)
  useEffect(() => {
    const timer = setTimeout(onExpired, Math.max(0, until - Date.now()) + graceMs)
    return () => clearTimeout(timer)
    // A new end starts a new wait; the handler of any render will do.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [until, graceMs])
  return (
    <p role="timer" aria-live="off" className="text-ink-2 tabular-nums">
      {text(left)}
    </p>
  )
}
type CountdownProps = { until: number; text: (seconds: number) => string; graceMs: number; onExpired: () => void }

/** The focus is on the button that the code describes, so that a screen reader says it and one press copies it. */
function Code({ code }: { code: string }) {
  const shown = showCode(code)
  const id = useId()
  const place = useRef<HTMLButtonElement>(null)
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  const copy = (): void =>
    void navigator.clipboard.writeText(shown).then(
      () => notify.success(texts.codeCopied),
      () => notify.error(common.internalError),
    )
  return (
    <div className="relative flex w-full max-w-sm flex-col items-center gap-1 rounded-xl bg-surface-2 px-5 py-3">
      <output id={id} aria-label={texts.code} className="font-mono text-4xl font-semibold tracking-[0.08em] select-all">
        {shown}
      </output>
      {/* the whole field is its target */}
      <button
        ref={place}
        type="button"
        aria-describedby={id}
        onClick={copy}
        className="flex min-h-6 items-center gap-1.5 rounded text-[13px] text-ink-2 after:absolute after:inset-0"
      >
        <Copy aria-hidden className="size-4" />
        {texts.copyCode}
      </button>
    </div>
  )
}

export function LinkStage({ state, mode, reconnecting, onExpired }: Props) {
  if (state.step === 'creating') return <Generating until={state.until} mode={mode} reconnecting={reconnecting} />
  if (state.step === 'qr')
    return (
      <div className="flex flex-col items-center gap-4">
        <Suspense fallback={<Skeleton className={`aspect-square ${QR_WIDTH}`} />}>
          <Qr alt={texts.qrAlt} value={state.qr} className={QR_WIDTH} />
        </Suspense>
        <Countdown until={state.until} text={texts.qrLeft} graceMs={NEXT_QR_GRACE_MS} onExpired={onExpired} />
      </div>
    )
  if (state.step === 'code')
    return (
      <div className="flex flex-col items-center gap-3">
        <Code key={state.code} code={state.code} />
        <Countdown until={state.until} text={texts.codeLeft} graceMs={0} onExpired={onExpired} />
        {/* the phone that shows this page is the one that is linked */}
        <a href="whatsapp://" className={buttonClass('primary', 'md', 'w-full max-w-sm md:hidden')}>
          {texts.openWhatsapp}
        </a>
        <Steps mode="code" className="lg:hidden" />
      </div>
    )
  return null
}
