// Tells `exports` of cloudflare:workers what the entry exports.
declare namespace Cloudflare {
  interface GlobalProps {
    mainModule: typeof import('../../worker/index.ts')
  }
}
