// The product's mark and name.
import { common } from '../../texts/indonesian.ts'

export function Logo({ wide = true }: { wide?: boolean }) {
  return (
    <span className="flex items-center gap-3">
      <img src="/favicon.svg" alt="" width={34} height={34} className="shrink-0" />
      {wide && <span className="text-lg font-semibold tracking-tight text-ink">{common.appName}</span>}
    </span>
  )
}
