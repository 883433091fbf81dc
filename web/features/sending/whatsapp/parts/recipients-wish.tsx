// Where a member's blast ended because nobody was left to write to: a wish to be told when there is (rule recipients-again).
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'
import { userClientId } from '../../../../../contract/ground/channels.ts'
import { call } from '../../../../lib/api/http.ts'
import { keys } from '../../../../lib/api/query-keys.ts'
import { useAction } from '../../../../lib/api/use-action.ts'
import type { LiveAccount } from '../../../../realtime/apply-event.ts'
import { useRealtime } from '../../../../realtime/use-realtime.ts'
import { whatsappTexts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { isOutOfNumbers } from '../last-run-words.ts'

const { wish: texts } = whatsappTexts
const lacksRecipients = ({ status, last_run: run }: LiveAccount): boolean =>
  status !== 'sending' && run !== undefined && run !== null && isOutOfNumbers(run)

function Wish({ userId }: { userId: string }) {
  const cache = useQueryClient()
  const queryKey = keys.sums('notices', 'recipients', userId)
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /admin/notice/recipients', {}, { signal }),
  })
  // the notice that spends it, and a press in another tab
  useRealtime(userClientId(userId), (events) => {
    if (events.some(({ event }) => event === 'notice')) void cache.invalidateQueries({ queryKey })
  })
  const choose = useAction({
    send: (wanted: boolean) => call('POST /admin/notice/recipients', { body: { wanted } }),
    onDone: ({ wanted }) => void cache.setQueryData(queryKey, { wanted }),
  })
  if (!data) return null
  const Icon = data.wanted ? BellRing : Bell
  return (
    <section
      aria-label={texts.label}
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-surface px-4 py-2.5"
    >
      <p role="status" className="text-sm">
        {data.wanted ? texts.waits : texts.none}
      </p>
      {/* one button, so that the focus stays on it */}
      <Button
        variant={data.wanted ? 'ghost' : 'secondary'}
        size="sm"
        busy={choose.busy}
        className="max-sm:w-full"
        onClick={() => void choose.run(!data.wanted)}
      >
        <Icon aria-hidden className="size-4" />
        {data.wanted ? texts.takeBack : texts.ask}
      </Button>
      {choose.failure && <Alert tone="danger">{choose.failure}</Alert>}
    </section>
  )
}

export function RecipientsWish({ userId, accounts }: { userId: string; accounts: readonly LiveAccount[] }) {
  const lacks = accounts.some((account) => account.user_id === userId && lacksRecipients(account))
  return lacks ? <Wish userId={userId} /> : null
}
