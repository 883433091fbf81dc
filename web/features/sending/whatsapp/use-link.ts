// One linking attempt after another: asks the server, listens, and goes back one page on success.
import { useEffect, useReducer, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { userClientId } from '../../../../contract/ground/channels.ts'
import type { EventPayload } from '../../../../contract/operation/events.ts'
import { type AccountPurpose } from '../../../../contract/ground/account-purpose.ts'
import { type Account, LINK_CONSENT_VERSION } from '../../../../contract/sending/whatsapp.ts'
import { ApiError, errorText } from '../../../lib/api/http.ts'
import { useRealtime, whenOpen } from '../../../realtime/use-realtime.ts'
import { createTexts as texts } from '../../../texts/indonesian.ts'
import { notify } from '../../../ui/notify.tsx'
import { type Client, newClient, saveClient, useLinkedMeanwhile } from './api.ts'
import { beginWith, keepLink, keptLink } from './kept-link.ts'
import { linkStep } from './link-state.ts'

const SOCKET_PATIENCE_MS = 5_000
const BACK: Record<AccountPurpose, string> = {
  blast: '/whatsapp',
  generator: '/generator/create',
  validator: '/validator/create',
}
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** A WhatsApp ID of this page: 100 random bits. */
const makeClientId = (): string =>
  `wa-${Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => ALPHABET[byte % 32]).join('')}`

type Options = { userId: string; purpose: AccountPurpose; account: Account | null }

export const useLink = ({ userId, purpose, account }: Options) => {
  const navigate = useNavigate()
  const whose = `${userId} ${purpose} ${account?.id ?? ''}`
  const [kept] = useState(() => keptLink(whose, Date.now()))
  const [state, act] = useReducer(linkStep, null, () => beginWith(kept, Date.now()))
  const [generated] = useState(() => kept?.clientid ?? makeClientId())
  const [needsConsent, setNeedsConsent] = useState(false)
  const client = useRef<Client | null>(null)
  /** Of the code that was asked for last; empty: none was. */
  const phone = useRef(kept?.phone ?? '')
  const met = useRef<Pick<EventPayload, 'phonenumber' | 'pushname'>>({})
  const clientid = account?.clientid ?? generated
  const channel = userClientId(userId)

  const isMine = ({ deviceId, clientId, whatsappId }: EventPayload): boolean => {
    const ids = [clientid, client.current?.clientid].filter((id) => id !== undefined)
    const accountId = account?.id ?? client.current?.id
    return (
      ids.includes(deviceId) ||
      (clientId !== undefined && ids.includes(clientId)) ||
      (whatsappId !== undefined && whatsappId === accountId)
    )
  }
  useRealtime(channel, (events) => {
    for (const event of events) {
      if (!isMine(event.payload)) continue
      met.current = { ...met.current, ...event.payload }
      act({ type: 'event', event, now: Date.now() })
    }
  })

  // of a code that ended while the page was away: it may have linked the account
  const [asksKept, setAsksKept] = useState(kept !== null)
  const waits = asksKept || state.step === 'creating' || state.step === 'qr' || state.step === 'code'
  useEffect(() => {
    if (state.step === 'code') keepLink({ whose, clientid, phone: phone.current, code: state.code, until: state.until })
    else if (state.step === 'done' || (state.step === 'idle' && state.failure && state.failure.reason !== 'expired'))
      keepLink(null)
  }, [state, whose, clientid])
  const linkedMeanwhile = useLinkedMeanwhile(account?.user_id ?? userId, clientid, waits)
  useEffect(() => {
    if (waits && linkedMeanwhile) {
      act({ type: 'linked' })
    }
  }, [waits, linkedMeanwhile, clientid])

  const generate = async (phoneNumber: string | null, consented: boolean): Promise<void> => {
    act({ type: 'ask', now: Date.now() })
    keepLink(null)
    setAsksKept(false)
    phone.current = phoneNumber ?? ''
    await whenOpen(channel, SOCKET_PATIENCE_MS)
    try {
      client.current = await newClient({
        deviceId: clientid,
        previousDeviceId: account?.clientid ?? null,
        userId: account?.user_id ?? userId,
        phoneNumber,
        purpose,
        consentVersion: consented ? LINK_CONSENT_VERSION : null,
      })
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'consent_required') setNeedsConsent(true)
      const reason = error instanceof ApiError ? error.reason : null
      act({ type: 'refused', failure: { text: errorText(error), reason } })
    }
  }

  const linkedAs = state.step === 'done' ? state.state : null
  useEffect(() => {
    if (linkedAs === null) return
    // a suspension outlasts the link: called ready, the account would be blamed for not starting
    if (linkedAs === 'suspended') notify.error(texts.stillSuspended)
    else if (linkedAs === 'restricted') notify.info(texts.stillRestricted)
    else {
      const name = account?.nickname ?? met.current.pushname ?? met.current.phonenumber ?? account?.phonenumber
      notify.success(texts.success(purpose, name))
    }
    // The server has saved the account already; this call tells it what the page knows and may fail unseen.
    saveClient({
      clientid: client.current?.clientid ?? clientid,
      proxyId: client.current?.proxyId ?? null,
      user_id: account?.user_id ?? userId,
      reconnect: account !== null,
      phonenumber: met.current.phonenumber ?? null,
      pushname: met.current.pushname ?? null,
    }).catch(() => undefined)
    const place = history.state as { idx?: number } | null
    if ((place?.idx ?? 0) > 0) void navigate(-1)
    else void navigate(BACK[purpose], { replace: true })
    // Once, when it is done; the rest does not change any more.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [linkedAs])

  return {
    state,
    clientid,
    /** The number that the shown code is for, where the page was loaded again since; null: it was not. */
    keptPhone: kept?.phone ?? null,
    needsConsent,
    generate: (phoneNumber: string | null, consented: boolean) => void generate(phoneNumber, consented),
    expire: () => act({ type: 'expired' }),
    switched: () => {
      keepLink(null)
      act({ type: 'switched' })
    },
  }
}
