// How many recipients are ready, before a member starts (rule recipients-ready). Where there are none, or a blast ended for want of them:
// a wish to be told when there are (rule recipients-again).
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'
import type { Answer } from '../../../../../contract/api/table.ts'
import { userClientId } from '../../../../../contract/ground/channels.ts'
import { call } from '../../../../lib/api/http.ts'
import { keys } from '../../../../lib/api/query-keys.ts'
import { useAction } from '../../../../lib/api/use-action.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import type { LiveAccount } from '../../../../realtime/apply-event.ts'
import { useRealtime } from '../../../../realtime/use-realtime.ts'
import { whatsappTexts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { isOutOfNumbers } from '../last-run-words.ts'
import { showsWish } from '../wish-rules.ts'

const { wish: texts } = whatsappTexts
type Ready = Answer<'GET /admin/notice/recipients'>
const lacksRecipients = ({ status, last_run: run }: LiveAccount): boolean =>
  status !== 'sending' && run !== undefined && run !== null && isOutOfNumbers(run)

type Props = { userId: string; accounts: readonly LiveAccount[] }
const useReady = ({ userId, accounts }: Props) => {
  const lacks = accounts.some((account) => account.user_id === userId && lacksRecipients(account))
  // as often as a blast starts or ends, and when one ends for want of them
  const idle = accounts.filter(({ status }) => status !== 'sending').length
  const queryKey = keys.sums('notices', 'recipients', userId, lacks, idle)
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /admin/notice/recipients', {}, { signal }),
    placeholderData: keepPreviousData,
  })
  return { queryKey, data, lacks, idle }
}

/** Empty: it is not known, or the wish says it. */
const readyText = ({ ready, exact }: Ready): string =>
  ready === 0 ? '' : (exact ? texts.ready : texts.readyAtLeast)(formatNumber(ready))

function Wish({ userId, data, queryKey }: { userId: string; data: Ready; queryKey: readonly unknown[] }) {
  const cache = useQueryClient()
  // the notice that spends it, and a press in another tab
  useRealtime(userClientId(userId), (events) => {
    if (events.some(({ event }) => event === 'notice')) void cache.invalidateQueries({ queryKey })
  })
  const choose = useAction({
    send: (wanted: boolean) => call('POST /admin/notice/recipients', { body: { wanted } }),
    onDone: ({ wanted }) => void cache.setQueryData(queryKey, { ...data, wanted }),
  })
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

/** One line, whose place is kept. Where everything is at work already there is nothing to start, and the figure would grow old. */
export function RecipientsReady(props: Props) {
  const { data, idle } = useReady(props)
  return (
    <p className="min-h-5 text-[13px] tabular-nums">
      {data && (idle > 0 || props.accounts.length === 0) && readyText(data)}
    </p>
  )
}

export function RecipientsWish(props: Props) {
  const { data, queryKey, lacks, idle } = useReady(props)
  if (!data || !showsWish({ ...data, lacks, idle, accounts: props.accounts.length })) return null
  return <Wish userId={props.userId} data={data} queryKey={queryKey} />
}
