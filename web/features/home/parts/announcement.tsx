// The settings' info text, scrolling; the text stands still for people who ask for less motion.
import { Megaphone } from 'lucide-react'
import Imported from 'react-fast-marquee'
import { dashboardTexts } from '../../../texts/indonesian.ts'

const SPEED = 50
// The package is CommonJS, and what its default is depends on the bundler.
const Marquee = (Imported as unknown as { default?: typeof Imported }).default ?? Imported

export function Announcement({ text }: { text: string }) {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  return (
    <section
      aria-label={dashboardTexts.announcement}
      className="mb-5 flex items-center gap-3 overflow-hidden rounded-xl bg-info-soft px-4 py-2.5 text-info-text"
    >
      <Megaphone aria-hidden className="size-5 shrink-0" />
      {still ? (
        <p>{text}</p>
      ) : (
        <Marquee speed={SPEED} pauseOnHover>
          <span className="pr-16">{text}</span>
        </Marquee>
      )}
    </section>
  )
}
