// Names of proxies, looked up so that none leads into our own network (rule proxy-address). The Worker refuses private addresses when a proxy is saved,
// but only who dials sees what a name resolves to, and it may be another address than a minute ago.
import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isPrivateAddress } from '../contract/ground/private-hosts.ts'

const isPrivate = (address: string): boolean =>
  isPrivateAddress(`http://${isIP(address) === 6 ? `[${address}]` : address}`)

/** A name with one private address is refused whole: which of them gets dialled is nobody's to say. */
export const publicLookup: LookupFunction = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '')
    if (found.some(({ address }) => isPrivate(address)))
      return done(new Error(`${name} resolves to a private address`), '')
    const [first] = found
    if (options.all) return done(null, found)
    done(null, first?.address ?? '', first?.family)
  })
}
/** A host that is an address is dialled without a look-up. */
export const isPrivateLiteral = (host: string): boolean => {
  const bare = host.replace(/^\[|\]$/g, '')
  return isIP(bare) !== 0 && isPrivate(bare)
}
