// Home of admin and dev: the greeting, and a way into each part.
import { Contact, HandCoins, MessageSquareText, Network, Settings, Users } from 'lucide-react'
import { Link } from 'react-router'
import type { SessionUser } from '../../../lib/session.ts'
import { common, dashboardTexts as texts, shellTexts } from '../../../texts/id.ts'
import { PageHead } from '../../../ui/card.tsx'

const names = shellTexts.entries
const TILES = [
  { to: '/member', label: names.members, icon: Users },
  { to: '/phonenumber', label: names.phoneNumbers, icon: Contact },
  { to: '/message', label: names.templates, icon: MessageSquareText },
  { to: '/withdraw/requested', label: names.withdrawRequested, icon: HandCoins },
  { to: '/proxy', label: names.proxy, icon: Network },
  { to: '/settings', label: names.settings, icon: Settings },
]

export default function AdminDashboard({ user }: { user: SessionUser }) {
  return (
    <>
      <title>{`${texts.adminTitle} · ${common.appName}`}</title>
      <PageHead title={texts.adminGreeting(user.firstname)} note={texts.adminLead} />
      <ul aria-label={texts.adminTiles} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {TILES.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-24 items-center gap-4 rounded-2xl border border-line bg-surface p-5 font-medium shadow-card hover:border-accent hover:text-accent-text"
            >
              <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-accent-soft text-accent-text">
                <Icon aria-hidden className="size-5" />
              </span>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
