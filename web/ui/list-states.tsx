// Shown in place of a list while it loads, and when it could not be loaded.
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { Skeleton } from './skeleton.tsx'

const PLACES = ['a', 'b', 'c', 'd', 'e']

export function ListSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-4 p-5">
      {PLACES.map((place) => (
        <div key={place} className="flex items-center gap-6">
          <Skeleton className="h-10 w-32 sm:w-44" />
          <Skeleton className="h-5 flex-1" />
          <Skeleton className="h-9 w-20 sm:w-28" />
        </div>
      ))}
    </div>
  )
}

export function ListFailed({ text, retryLabel, onRetry }: { text: string; retryLabel: string; onRetry: () => void }) {
  return (
    <div className="p-4">
      <Alert
        tone="danger"
        action={
          <Button variant="secondary" size="sm" onClick={onRetry}>
            {retryLabel}
          </Button>
        }
      >
        {text}
      </Alert>
    </div>
  )
}
