// What accounts send at present, before somebody agrees to lend theirs (rules informed-consent, topics).
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../../../lib/api/http.ts'
import { keys } from '../../../../lib/api/query-keys.ts'
import { ownTopicsTexts as texts } from '../../../../texts/indonesian.ts'

export function TopicsNow({ userId }: { userId: string }) {
  const { data } = useQuery({
    queryKey: keys.sums('topics', userId),
    queryFn: ({ signal }) => call('GET /user/topics', {}, { signal }),
  })
  const names = data?.topics.flatMap(({ topic, refused }) => (refused ? [] : [topic])) ?? []
  if (names.length === 0) return null
  return (
    <p className="mb-4 break-words text-ink-2">
      {texts.now(names.join(', '))}{' '}
      <Link to="/profile#topik" className="text-accent-text underline underline-offset-2">
        {texts.choose}
      </Link>
    </p>
  )
}
