// A page of one message, outside the shell.
import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { common } from '../../texts/indonesian.ts'
import { buttonClass } from '../../ui/button.tsx'

export function PlainPage({ icon: Icon, title, text }: { icon: LucideIcon; title: string; text: string }) {
  return (
    <main className="grid min-h-[70dvh] flex-1 place-items-center p-6">
      <title>{`${title} · ${common.appName}`}</title>
      <div className="flex max-w-md flex-col items-center text-center">
        <span className="grid size-16 place-items-center rounded-full bg-surface-2 text-ink-2">
          <Icon aria-hidden className="size-7" />
        </span>
        <h1 className="mt-5 text-3xl font-semibold tracking-tight">{title}</h1>
        <p className="mt-2 mb-7 text-base text-ink-2">{text}</p>
        <Link to="/" className={buttonClass()}>
          {common.backHome}
        </Link>
      </div>
    </main>
  )
}
