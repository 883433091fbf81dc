// The answer to "why does this account not send": what the words may mean, or one sentence about the one that they mean.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { FoundAccount } from '../../../contract/sending/account-check.ts'
import { accountCheckTexts as texts, whatsappTexts } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { call, errorText } from '../api/http.ts'
import { keys } from '../api/query-keys.ts'
import { ACCOUNT_TONES } from '../format/account-tones.ts'
import { formatNumber } from '../format/format.ts'
import { toneOf, wordsOf } from './words.ts'

const ASK_MS = 5_000
const LINK = 'font-semibold text-accent-text underline underline-offset-2'

/** @param find nothing is asked while it is empty */
const useAccountCheck = (find: string) =>
  useQuery({
    queryKey: keys.sums('accounts', 'check', find),
    queryFn: ({ signal }) => call('GET /admin/account-check', { query: { find } }, { signal, fallback: texts.failed }),
    enabled: find !== '',
    refetchInterval: ASK_MS,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    gcTime: 0,
    retry: false,
  })

function Who({ account }: { account: FoundAccount }) {
  return (
    <>
      <span className="font-semibold break-words">{account.name}</span>
      <span className="text-ink-2 tabular-nums">{account.phonenumber ?? texts.noNumber}</span>
      <span className="text-ink-2">{texts.ownerOf(account.ownerName || texts.nobody)}</span>
      <Badge tone={ACCOUNT_TONES[account.state]}>{whatsappTexts.states[account.state]}</Badge>
    </>
  )
}

/** @param linkOf where a choice leads @param quiet says nothing where there is nothing: the screen does so itself */
export function AccountAnswer({
  find,
  linkOf,
  quiet = false,
}: {
  find: string
  linkOf: (id: string) => string
  quiet?: boolean
}) {
  const { data, error, isPlaceholderData } = useAccountCheck(find)
  if (find === '') return null
  if (error) return <Alert tone="danger">{errorText(error)}</Alert>
  if (!data || isPlaceholderData) return null
  const [one] = data.found
  if (!one) return quiet ? null : <Alert tone="info">{texts.nothing}</Alert>
  if (!data.standing)
    return (
      <section aria-label={texts.find} className="flex flex-col gap-2">
        <p>{texts.many(formatNumber(data.total))}</p>
        <ul className="flex flex-col gap-1">
          {data.found.map((account) => (
            <li key={account.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-1.5">
              <Link to={linkOf(account.id)} className={LINK}>
                {account.name}
              </Link>
              <span className="text-ink-2 tabular-nums">{account.phonenumber ?? texts.noNumber}</span>
              <span className="text-ink-2">{texts.ownerOf(account.ownerName || texts.nobody)}</span>
            </li>
          ))}
        </ul>
        {data.total > data.found.length && (
          <p className="text-[13px] text-ink-2">{texts.more(formatNumber(data.found.length))}</p>
        )}
      </section>
    )
  const words = wordsOf(data.standing)
  return (
    <section aria-label={texts.title} className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Who account={one} />
      </p>
      <Alert tone={toneOf(data.standing)}>
        <span className="block font-semibold">{words.sentence}</span>
        <span className="block">{words.facts.join(' ')}</span>
        {words.help && <span className="mt-1 block">{words.help}</span>}
      </Alert>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-[13px]">
        {one.phonenumber !== null && (
          <Link to={`/whatsapp?s=${encodeURIComponent(one.phonenumber)}`} className={LINK}>
            {texts.account}
          </Link>
        )}
        <Link to={`/member/edit?id=${encodeURIComponent(one.ownerId)}`} className={LINK}>
          {texts.owner}
        </Link>
      </p>
    </section>
  )
}
