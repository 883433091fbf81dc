// Topics of what one's own accounts send (rule topics): what they are about, and which of them one refuses.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnTopic } from '../../../../../contract/recipients/topics.ts'
import { call } from '../../../../lib/api/http.ts'
import { keys } from '../../../../lib/api/query-keys.ts'
import { useRowAction } from '../../../../lib/lists/use-row-action.ts'
import { ownTopicsTexts as texts } from '../../../../texts/indonesian.ts'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { LoadedCard } from './loaded-card.tsx'

export default function OwnTopics({ userId }: { userId: string }) {
  const cache = useQueryClient()
  const queryKey = keys.sums('topics', userId)
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /user/topics', {}, { signal }),
  })
  const choose = useRowAction({
    idOf: ({ topic }: OwnTopic) => topic,
    send: ({ topic, refused }: OwnTopic) => call('POST /user/topics', { body: { topic, refused: !refused } }),
    doneText: ({ topic, refused }: OwnTopic) => (refused ? texts.sent : texts.refused)(topic),
    onDone: (_answer, { topic, refused }) =>
      void cache.setQueryData<typeof data>(
        queryKey,
        (before) =>
          before && {
            ...before,
            topics: before.topics.map((one) => (one.topic === topic ? { ...one, refused: !refused } : one)),
          },
      ),
  })
  if (data?.topics.length === 0) return null
  return (
    <LoadedCard id="topik" words={texts} isError={isError} retry={() => void refetch()}>
      {data ? (
        <div className="flex flex-col gap-3">
          {data.topics.map((one) => (
            <Checkbox
              key={one.topic}
              checked={!one.refused}
              aria-busy={choose.isBusy(one.topic)}
              onChange={() => choose.run(one)}
              label={
                <>
                  <span className="block font-semibold text-ink">{one.topic}</span>
                  <span className="line-clamp-2 break-words">{one.example}</span>
                </>
              }
            />
          ))}
        </div>
      ) : null}
    </LoadedCard>
  )
}
