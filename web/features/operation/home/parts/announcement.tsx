// The settings' info text, scrolling; the text stands still for people who ask for less motion.
import { Megaphone } from 'lucide-react'
import { Suspense } from 'react'
import { dashboardTexts } from '../../../../texts/indonesian.ts'
import { part } from '../../../../ui/part.tsx'

const Marquee = part(() => import('./marquee.tsx'))

export function Announcement({ text }: { text: string }) {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  return (
    <section
      aria-label={dashboardTexts.announcement}
      className="mb-4 flex min-h-9 items-center gap-3 overflow-hidden rounded-lg bg-info-soft px-3 py-2 text-[13px] text-info-text"
    >
      <Megaphone aria-hidden className="size-4 shrink-0" />
      {still ? (
        <p>{text}</p>
      ) : (
        <Suspense fallback={<p className="truncate">{text}</p>}>
          <Marquee text={text} />
        </Suspense>
      )}
    </section>
  )
}
