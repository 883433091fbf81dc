// The Worker of the platform's conformance suite: one probing class, one queue. Nothing of the product.
import { consumers } from '../simulate/platform/conformance/probe.ts'

export { Probe } from '../simulate/platform/conformance/probe.ts'

export default {
  fetch: () => new Response(null, { status: 404 }),
  queue: async (batch) => {
    await consumers.get(batch.queue)?.(batch)
  },
} satisfies ExportedHandler
