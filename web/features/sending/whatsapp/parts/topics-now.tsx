// What accounts send at present, before somebody agrees to lend theirs (rules informed-consent, topics, own-campaigns).
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../../../lib/api/http.ts'
import { keys } from '../../../../lib/api/query-keys.ts'
import { formatRupiah } from '../../../../lib/format/format.ts'
import { ownCampaignTexts, ownTopicsTexts as texts } from '../../../../texts/indonesian.ts'
import { useOwnCampaigns } from '../own-campaigns.ts'

export function TopicsNow({ userId }: { userId: string }) {
  const { data } = useQuery({
    queryKey: keys.sums('topics', userId),
    queryFn: ({ signal }) => call('GET /user/topics', {}, { signal }),
  })
  const names = data?.topics.flatMap(({ topic, refused }) => (refused ? [] : [topic])) ?? []
  const campaigns = useOwnCampaigns(userId).data ?? []
  return (
    <>
      {names.length > 0 && (
        <p className="mb-4 break-words text-ink-2">
          {texts.now(names.join(', '))}{' '}
          <Link to="/profile#topik" className="text-accent-text underline underline-offset-2">
            {texts.choose}
          </Link>
        </p>
      )}
      {campaigns.length > 0 && (
        <p className="mb-4 break-words text-ink-2">
          {ownCampaignTexts.now(
            campaigns.map(({ name, price }) => `${name} (${ownCampaignTexts.earns(formatRupiah(price))})`).join(', '),
          )}
        </p>
      )}
    </>
  )
}
