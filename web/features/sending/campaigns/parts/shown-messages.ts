// What the first people of a draft read: the template that the sending chooses for them, as far as that is known (rule campaign-variants). Pure.
import type { SegmentCount } from '../../../../../contract/recipients/segments.ts'
import { variantOf } from '../../../../../contract/sending/variants.ts'

type Person = SegmentCount['sample'][number]
/** topic: empty: nothing that can be refused by itself. weight: null: none that can be reckoned with was typed. */
type Variant = { topic: string; weight: number | null }
const PEOPLE_SHOWN = 3
const takes = ({ off = [] }: Person, { topic }: Pick<Variant, 'topic'>): boolean => topic === '' || !off.includes(topic)

/**
 * @param campaign null: it is not saved yet, so nobody knows who gets which of several
 * @returns isChosen: these people get these; otherwise it is each template with the row of somebody who takes it
 */
export const shownMessages = <V extends Variant>(
  variants: readonly V[],
  sample: readonly Person[],
  campaign: number | null,
): { isChosen: boolean; shown: { person: Person; template: V }[] } => {
  // a release before does not say who may be sent to
  const people = sample.filter(({ may = true }) => may)
  const isOnly = variants.length === 1
  const weighed = variants.flatMap((template) => {
    const weight = isOnly ? 1 : template.weight
    return weight === null ? [] : [{ template, topic: template.topic, weight }]
  })
  const isChosen = weighed.length === variants.length && (isOnly || campaign !== null)
  const shown = isChosen
    ? people.flatMap((person) => {
        const may = weighed.filter((one) => takes(person, one))
        const chosen = variantOf(may, campaign ?? 0, person.id)
        return chosen ? [{ person, template: chosen.template }] : []
      })
    : variants.flatMap((template, place) => {
        const takers = people.filter((person) => takes(person, template))
        const person = takers[place % takers.length]
        return person ? [{ person, template }] : []
      })
  return { isChosen, shown: isChosen ? shown.slice(0, PEOPLE_SHOWN) : shown }
}
