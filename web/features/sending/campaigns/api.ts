// Campaigns: one of them, what a form chooses from, and their words.
import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '../../../../contract/api/table.ts'
import { call } from '../../../lib/api/http.ts'
import { keys } from '../../../lib/api/query-keys.ts'
import { useRecord } from '../../../lib/api/use-record.ts'
import { serverNow } from '../../../lib/api/server-clock.ts'
import { campaignTexts as texts } from '../../../texts/indonesian.ts'
import type { Tone } from '../../../ui/badge.tsx'

export type Campaign = AnswerOf<'GET /admin/campaign/:id'>['campaign']
type State = Campaign['state'] | 'scheduled'

export const useCampaignToEdit = (id: string) =>
  useRecord('campaigns', id, (signal) =>
    call('GET /admin/campaign/:id', { params: { id } }, { signal, fallback: texts.oneFailed }),
  )
/** While it moves the server is asked again after so long. */
const LOOK_MS = 5_000
export const moves = ({ state }: Pick<Campaign, 'state'>): boolean => state === 'launching' || state === 'running'
/** Somebody else decides about it meanwhile. */
const LOOK_AGAIN_MS = 30_000
/** A release before does not say whether a price waits. */
export const priceWaits = (campaign: Campaign): boolean => typeof campaign.price_asked === 'number' && isOpen(campaign)
const lookAgain = (campaign: Campaign): number | false => {
  if (moves(campaign) || campaign.held > 0) return LOOK_MS
  return priceWaits(campaign) && LOOK_AGAIN_MS
}
export const useCampaign = (id: string) =>
  useQuery({
    queryKey: keys.one('campaigns', id),
    queryFn: ({ signal }) => call('GET /admin/campaign/:id', { params: { id } }, { signal, fallback: texts.oneFailed }),
    enabled: id !== '',
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => data !== undefined && lookAgain(data.campaign),
  })
const MOST_SEGMENTS = 100
export const useSegments = () =>
  useQuery({
    queryKey: keys.choices('segments', 'campaign'),
    queryFn: async ({ signal }) =>
      (await call('GET /admin/segment/list-per-page', { query: { page: 1, limit: MOST_SEGMENTS } }, { signal })).data,
  })
/** The conditions of one of them, which may be older than those that a form lists. @param id empty: everybody */
export const useSegmentRule = (id: string) =>
  useQuery({
    queryKey: keys.one('segments', id),
    queryFn: async ({ signal }) =>
      (await call('GET /admin/segment/:id', { params: { id } }, { signal, fallback: texts.reach.failed })).segment.rule,
    enabled: id !== '',
  })
export const useActiveTemplates = () =>
  useQuery({
    queryKey: keys.choices('templates', 'campaign'),
    queryFn: async ({ signal }) =>
      (await call('GET /admin/message/list', {}, { signal })).data.filter(({ status }) => status === 'active'),
  })

/** A campaign that waits for its start is called scheduled. */
export const shownState = ({ state, start_at }: Pick<Campaign, 'state' | 'start_at'>): State =>
  state === 'running' && start_at !== null && Date.parse(start_at) > serverNow() ? 'scheduled' : state
export const TONES: Record<State, Tone> = {
  draft: 'neutral',
  launching: 'info',
  running: 'success',
  scheduled: 'info',
  paused: 'warning',
  finished: 'neutral',
  cancelled: 'neutral',
}
/** It has not ended. */
export const isOpen = ({ state }: Pick<Campaign, 'state'>): boolean => state !== 'finished' && state !== 'cancelled'
/** Before its accounts have told anything, and of a campaign of a release that counted nothing, zero would be said of what nobody knows. */
export const isReachTold = ({
  delivered,
  read,
  answered,
}: Pick<Campaign, 'delivered' | 'read' | 'answered'>): boolean => delivered + read + answered > 0
/** Whose fate is decided: sent or not, stopped or deleted. */
export const doneOf = ({ people, waiting, held }: Pick<Campaign, 'people' | 'waiting' | 'held'>): number =>
  people - waiting - held
