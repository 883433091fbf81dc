// A link back to the list that a form belongs to.
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { buttonClass } from './button.tsx'

export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className={buttonClass('secondary', 'sm')}>
      <ArrowLeft aria-hidden className="size-4" />
      {label}
    </Link>
  )
}
