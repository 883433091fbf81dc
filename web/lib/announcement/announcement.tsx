// The settings' info text, scrolling; the text stands still for people who ask for less motion.
import { Megaphone } from 'lucide-react'
import { Suspense } from 'react'
import { dashboardTexts } from '../../texts/indonesian.ts'
import { part } from '../../ui/part.tsx'

const Marquee = part(() => import('./marquee.tsx'))

/** still: all of it at once, as where it is written. */
export function Announcement({ text, still: isStill = false }: { text: string; still?: boolean }) {
  const still = isStill || matchMedia('(prefers-reduced-motion: reduce)').matches
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
