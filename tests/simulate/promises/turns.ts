// Whose turn it is among the campaigns that run (rule campaign-claim): a claim brings people of the highest priority, and among equals of the one that
// had least. Counted by what the database commits: of what the product notes of it only where a campaign joins is looked at.
import { rupiahToSen } from '../../../contract/ground/money.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { momentOfDay } from '../../../domain/sending/campaigns/rules.ts'
import type { Change } from '../platform/files.ts'
import type { Known } from './known.ts'

/** No message of any history costs more. */
const DEAREST = rupiahToSen(200)
/** By so much an account's clock, and a claim that runs long after it was asked, may be behind. */
const LATE_MINUTES = 15
/** ahead: by how much its priority is higher than that of the campaign which was claimed. */
type Ready = { id: number; ahead: number }

export class Turns {
  readonly #known: Known
  /** Campaign → where it stands: how many were claimed for it, from where it joined on. */
  readonly #stands = new Map<number, number>()
  /** Called with each claim of a campaign, and with the others that could have been claimed; null: of the standing blast. */
  onClaimed: (claim: { campaign: number | null; count: number; ready: readonly Ready[] }) => void = () => {}
  onJoined: (campaign: number) => void = () => {}

  constructor(known: Known) {
    this.#known = known
  }
  /** One transaction, in which there is one claim at most. */
  committed(changes: readonly Change[]): void {
    for (const [what, id, pass] of changes) if (what === 'joins') this.#joins(Number(id), Number(pass))
    const claimed = changes.filter(([what]) => what === 'turn')
    const [[, accountId, campaign] = []] = claimed
    if (claimed.length === 0) return
    const of = campaign === null ? null : Number(campaign)
    const ready = this.#ready(String(accountId), of)
    if (of !== null) this.#claims(of, claimed.length, ready)
    this.onClaimed({ campaign: of, count: claimed.length, ready })
  }
  #note(detail: string): void {
    this.#known.world.story.note('campaign-claim', detail)
  }
  #of(campaign: number): number {
    return this.#stands.get(campaign) ?? 0
  }
  #joins(campaign: number, pass: number): void {
    const equals = this.#known.world.database.sql<{ id: number }>(
      `select r.id
       from campaigns j
       join campaigns r on r.state = 'running' and r.priority = j.priority and r.id <> j.id
       where j.id = ?`,
      campaign,
    )
    const stand = equals.map(({ id }) => this.#of(id))
    if (equals.length > 0 && (pass < Math.min(...stand) || pass > Math.max(...stand)))
      this.#note(`campaign ${campaign} joins at ${pass}, and its equals are at ${stand.join(', ')}`)
    this.#stands.set(campaign, pass)
    this.onJoined(campaign)
  }
  #claims(campaign: number, count: number, ready: readonly Ready[]): void {
    sometimes(
      'a claim chooses among campaigns of equal priority',
      ready.some(({ ahead }) => ahead === 0),
    )
    sometimes(
      'a campaign waits for one of a higher priority',
      ready.some(({ ahead }) => ahead < 0),
    )
    const stands = this.#of(campaign)
    for (const { id, ahead } of ready)
      if (ahead > 0)
        this.#note(
          `${count} of campaign ${campaign} are claimed while ${id}, of a higher priority, has people and room`,
        )
      else if (ahead === 0 && this.#of(id) < stands)
        this.#note(
          `${count} of campaign ${campaign} are claimed, which is at ${stands}, while ${id} is at ${this.#of(id)}`,
        )
    this.#stands.set(campaign, stands + count)
  }
  /** Others of which this account could have claimed somebody for certain: nothing but their rows and the day decides it. */
  #ready(accountId: string, claimed: number | null): Ready[] {
    const { world, hostsMs } = this.#known
    const owner = world.accounts.find(({ id }) => id === accountId)?.userId ?? ''
    const at = world.now + hostsMs
    const { minute } = momentOfDay(at)
    return world.database.sql<Ready>(
      `select k.id, k.priority - coalesce((select priority from campaigns where id = ?1), 0) as ahead
       from campaigns k
       where k.state = 'running' and k.id is not ?1 and k.start_at is null and coalesce(k.end_at, ?2 + 1) > ?2
         and k.days = 254 and k.from_min = 0 and (k.until_min = 1440 or ?3 between ${LATE_MINUTES} and k.until_min - 1)
         and k.zone_field is null and k.even = 0 and coalesce(k.budget - k.claimed, 1) > 0
         and coalesce(k.budget_sen - k.cost_sen - max(k.claimed - k.success - k.fail, 0) * max(k.dearest_sen, ?4), ?4) >= ?4
         and exists (select 1 from campaign_people q where q.campaign_id = k.id and q.state = 0 and q.at = 0)
         and exists (
           select 1
           from campaign_templates x
           join templates t on t.id = x.template_id and t.status = 'active'
           where x.campaign_id = k.id and x.weight > 0
             and (t.topic is null or t.topic not in (
               select j.value from users u, json_each(coalesce(u.refused_topics, '[]')) j where u.id = ?5
             ))
         )`,
      claimed,
      at,
      minute,
      DEAREST,
      owner,
    )
  }
}
