// /opt-out?token=, where whoever serves this page does not hand that address to the Worker, whose own page stands there (rule recipient-page): a
// person's link must lead to it all the same.
import { useEffect } from 'react'
import { common } from '../../../texts/indonesian.ts'

export default function OptOut() {
  const to = `/api/opt-out${window.location.search}`
  useEffect(() => window.location.replace(to), [to])
  return (
    <main className="grid min-h-[70dvh] place-items-center p-5">
      <a href={to}>{common.appName}</a>
    </main>
  )
}
