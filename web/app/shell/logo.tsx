// The product's mark and name. The mark is drawn here, as in public/favicon.svg: as a file it would be one more request of the first load.
import { common } from '../../texts/indonesian.ts'

const BUBBLE =
  'M9 11.5A2.5 2.5 0 0 1 11.5 9h9a2.5 2.5 0 0 1 2.5 2.5v6a2.5 2.5 0 0 1-2.5 2.5H15l-4.2 3.3c-.5.4-1.3 0-1.3-.6V20A2.5 2.5 0 0 1 9 17.5z'
const BOLT = 'm17.4 10.8-3.9 4.4h2.3l-.9 3.2 3.9-4.4h-2.3z'
const GREEN = '#0f766e'

export function Logo({ wide = true }: { wide?: boolean }) {
  return (
    <span className="flex items-center gap-3">
      <svg aria-hidden viewBox="0 0 32 32" width={34} height={34} className="shrink-0">
        <rect width="32" height="32" rx="9" fill={GREEN} />
        <path d={BUBBLE} fill="#fff" />
        <path d={BOLT} fill={GREEN} />
      </svg>
      {wide && <span className="text-base font-semibold tracking-tight text-ink">{common.appName}</span>}
    </span>
  )
}
