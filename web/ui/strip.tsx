// A strip that says where messages really go, on top of every screen of a sandbox. The caller passes the texts.
import { ExternalLink, FlaskConical } from 'lucide-react'
import { classNames } from './class-names.ts'

type Props = {
  label: string
  text: string
  /** Shown below 640 px, so that the strip takes one line on a phone. */
  shortText: string
  /** Without its address, which is still on its way, it only keeps its room. */
  link: { label: string; url: string | null } | null
}

export function Strip({ label, text, shortText, link }: Props) {
  return (
    <aside
      aria-label={label}
      className="flex flex-wrap items-center justify-center gap-x-2 gap-y-0.5 bg-warning-soft px-3 py-1 text-center text-xs sm:text-[13px] text-warning-text"
    >
      <span>
        <FlaskConical aria-hidden className="mr-1.5 inline size-4 align-[-3px]" />
        <span className="sm:hidden">{shortText}</span>
        <span className="max-sm:hidden">{text}</span>
      </span>
      {link && (
        <a
          href={link.url ?? undefined}
          target="_blank"
          rel="noopener noreferrer"
          className={classNames(
            'inline-flex min-h-6 items-center gap-1 font-semibold underline underline-offset-2',
            link.url === null && 'invisible',
          )}
        >
          {link.label}
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      )}
    </aside>
  )
}
