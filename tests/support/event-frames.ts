// Events as tests read them: with the names and keys that the contract states, and no other. The page looks at the types alone.
import { z } from 'zod'
import { type BrowserEvent, commonKeys, OWN_KEYS } from '../../contract/operation/events.ts'

/** One of each event, with the keys that it may have. */
export const eventSchemas = Object.entries(OWN_KEYS).map(([name, own]) =>
  z.strictObject({
    event: z.literal(name),
    payload: z.strictObject({ ...commonKeys.shape, ...own.shape }),
    seq: z.number().optional(),
  }),
)
/** Refuses names and keys that are not stated above: a test that parses frames with it finds what the server sends unstated. */
export const browserEvent = z.custom<BrowserEvent>().check((context) => {
  const known = eventSchemas.find(({ shape }) => shape.event.safeParse(Object(context.value).event).success)
  const problem = known ? known.safeParse(context.value).error : null
  if (known && !problem) return
  const message = problem ? z.prettifyError(problem) : 'no event of this name'
  context.issues.push({ code: 'custom', message, input: context.value })
})
/** A frame to the browser carries one or more events. */
export const eventFrame = z.union([z.object({ events: z.array(browserEvent) }), browserEvent])
