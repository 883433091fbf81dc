// Two halves on wide screens, one column on phones.
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { usePublicConfig } from '../../../../lib/api/public-config.ts'
import { formatNumber, formatRupiah } from '../../../../lib/format/format.ts'
import { authTexts, common } from '../../../../texts/indonesian.ts'
import { classNames } from '../../../../ui/class-names.ts'

type PitchProps = { className: string }
/** The same on all screens: beside the form, or on a phone after it. */
function Pitch({ className }: PitchProps) {
  const newcomer = usePublicConfig().data?.newcomer
  // as wide as the figures that come, so that nothing moves
  const [fee, days] = newcomer ? [formatRupiah(newcomer.blast_fee), formatNumber(newcomer.payoutDays)] : ['Rp ···', '·']
  return (
    <ul className={classNames('flex flex-col text-ink-2', className)}>
      {authTexts.pitchPoints(fee, days).map((point, at) => (
        // the points have fixed places
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at} className="flex gap-3">
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success-text" />
          {point}
        </li>
      ))}
    </ul>
  )
}

type Props = {
  title: string
  lead: string
  children: ReactNode
  foot?: ReactNode
  /** Below the form on a phone: who comes may not know yet what this is. */
  pitched?: boolean
}

export function AuthLayout({ title, lead, children, foot, pitched = false }: Props) {
  return (
    <div className="grid flex-1 lg:grid-cols-2">
      <title>{`${title} · ${common.appName}`}</title>
      <main className="flex flex-col justify-center px-4 py-8 sm:px-10">
        <div className="mx-auto w-full max-w-md">
          <Link to="/signin" className="mb-6 inline-flex items-center gap-3 rounded-lg text-base font-semibold">
            <img src="/favicon.svg" alt="" width={34} height={34} />
            {common.appName}
          </Link>
          <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
          <p className="mt-1 mb-6 text-ink-2">{lead}</p>
          {children}
          {foot && <p className="mt-6 text-ink-2">{foot}</p>}
          {pitched && <Pitch className="mt-8 gap-3 border-t border-line pt-6 text-[13px] lg:hidden" />}
        </div>
      </main>
      <aside className="hidden flex-col justify-center border-l border-line bg-surface px-14 py-12 lg:flex">
        <div className="mx-auto max-w-md">
          <p className="text-sm font-semibold text-ink-2">{common.tagline}</p>
          <p className="mt-3 text-3xl leading-tight font-semibold tracking-tight text-balance">{authTexts.pitch}</p>
          <Pitch className="mt-8 gap-4 text-base" />
        </div>
      </aside>
    </div>
  )
}

export const linkClass = 'font-semibold text-accent-text underline-offset-4 hover:underline'
