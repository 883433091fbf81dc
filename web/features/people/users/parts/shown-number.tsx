// Whether joining pages may lead people to one's own accounts (rule joining-page). Off until its owner says so.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../lib/api/http.ts'
import { keys } from '../../../../lib/api/query-keys.ts'
import { useAction } from '../../../../lib/api/use-action.ts'
import { shownNumberTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { LoadedCard } from './loaded-card.tsx'

export default function ShownNumber({ userId }: { userId: string }) {
  const cache = useQueryClient()
  const queryKey = keys.sums('programmes', 'shown', userId)
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /admin/programme/shown', {}, { signal }),
  })
  const choose = useAction({
    send: (shown: boolean) => call('POST /admin/programme/shown', { body: { shown } }),
    onDone: ({ shown }) => void cache.setQueryData(queryKey, { shown }),
  })
  return (
    <LoadedCard id="ajakan" words={texts} isError={isError} retry={() => void refetch()}>
      {data ? (
        <div className="flex flex-col gap-3">
          <p role="status" className="text-[13px] text-ink-2">
            {data.shown ? texts.isShown : texts.isHidden}
          </p>
          {/* one button, so that the focus stays on it */}
          <Button
            variant="secondary"
            busy={choose.busy}
            className="self-start"
            onClick={() => void choose.run(!data.shown)}
          >
            {data.shown ? texts.hide : texts.show}
          </Button>
          {choose.failure && <Alert tone="danger">{choose.failure}</Alert>}
        </div>
      ) : null}
    </LoadedCard>
  )
}
