// Sends the alerts that are due (rule alerts): each until its address took it, under one id.
import type { TroubleWebhook } from '../../../contract/operation/troubles.ts'
import { testMail, troubleMail } from '../../../contract/operation/alert-texts.ts'
import type { Mail } from '../../people/notices/mail.ts'
import type { Db } from '../../ground/db/connection.ts'
import { type DueAlert, forgetAlert, giveUp, markDelivered, takeDueAlerts, tryAgainAt } from './alerts-store.ts'
import { aboutOf } from './present.ts'
import { nextAlertTry } from './rules.ts'
import type { Target } from './store.ts'

export type AlertPorts = {
  db: Db
  /** Those of the settings now: an alert to any other address is forgotten. */
  targets: readonly Target[]
  /** Origin of this place. */
  place: string
  /** Of the runbooks; empty: their path in the repository. */
  runbooks: string
  /** false: not taken. Neither throws. */
  sendMail: (mail: Mail) => Promise<boolean>
  postWebhook: (url: string, alert: { id: string; body: string }) => Promise<boolean>
  now: number
  random: () => number
}
const TYPES = { start: 'trouble.started', end: 'trouble.ended', test: 'trouble.test' } as const
const webhookOf = (ports: AlertPorts, { phase, createdAt, trouble }: DueAlert): TroubleWebhook => {
  const data = trouble && aboutOf(trouble, ports.runbooks)
  const at = { start: data?.since, end: data?.ended, test: null }[phase] ?? new Date(createdAt).toISOString()
  return { type: TYPES[phase], timestamp: at, data, place: ports.place }
}
const mailOf = (ports: AlertPorts, { phase, trouble }: DueAlert): { subject: string; text: string } =>
  trouble && phase !== 'test' ? troubleMail(aboutOf(trouble, ports.runbooks), ports.place) : testMail(ports.place)

const send = async (ports: AlertPorts, alert: DueAlert): Promise<boolean> =>
  alert.channel === 'mail'
    ? ports.sendMail({ to: alert.target, ...mailOf(ports, alert) })
    : ports.postWebhook(alert.target, { id: alert.id, body: JSON.stringify(webhookOf(ports, alert)) })

/** @returns how many were delivered */
export const deliverAlerts = async (ports: AlertPorts, limit: number): Promise<number> => {
  const due = await takeDueAlerts(ports.db, { now: ports.now, limit })
  const delivered = await Promise.all(
    due.map(async (alert) => {
      const { db, now } = ports
      if (!ports.targets.some((one) => one.channel === alert.channel && one.target === alert.target)) {
        await forgetAlert(db, alert.id)
        return 0
      }
      if (await send(ports, alert)) {
        await markDelivered(db, alert.id, now)
        return 1
      }
      // a test is tried once, while its admin looks
      const next = alert.phase === 'test' ? null : nextAlertTry(alert, now, ports.random())
      await (next === null ? giveUp(db, alert.id) : tryAgainAt(db, alert.id, next))
      return 0
    }),
  )
  return delivered.reduce((sum: number, one) => sum + one, 0)
}
