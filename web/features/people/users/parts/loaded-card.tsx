// A card of the profile that fetches what it shows: grey until then, and asked again by a press when it failed.
import type { ReactNode } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'

type Props = {
  /** Of the address's hash that leads here. */
  id: string
  words: { title: string; lead: string; retry: string }
  isError: boolean
  retry: () => void
  /** null: not here yet. */
  children: ReactNode
}
export function LoadedCard({ id, words, isError, retry, children }: Props) {
  return (
    <Card edge aria-label={words.title} id={id} className="flex flex-col gap-4 px-4 py-3 sm:py-4">
      <div>
        <h2 className="font-semibold">{words.title}</h2>
        <p className="text-ink-2">{words.lead}</p>
      </div>
      {isError && (
        <Button variant="secondary" size="sm" className="self-start" onClick={retry}>
          {words.retry}
        </Button>
      )}
      {children === null && !isError && <Skeleton className="h-64 w-full rounded-xl" />}
      {children}
    </Card>
  )
}
