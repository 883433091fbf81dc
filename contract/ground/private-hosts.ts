// Hosts that only a machine or its own network reaches. Nobody rents a proxy there: who names one wants our network (rule proxy-address).

const four = (host: string): number[] | null => {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(host)?.slice(1).map(Number)
  return parts && parts.every((part) => part < 256) ? parts : null
}
const isPrivateFour = ([a = 0, b = 0]: readonly number[]): boolean =>
  a === 0 ||
  a === 10 ||
  a === 127 ||
  a >= 224 ||
  (a === 100 && b >= 64 && b < 128) ||
  (a === 169 && b === 254) ||
  (a === 172 && b >= 16 && b < 32) ||
  (a === 192 && (b === 168 || b === 0)) ||
  (a === 198 && (b === 18 || b === 19))
const NAMES = /(^|\.)(localhost|local|internal|lan|home|intranet|localdomain)\.?$/i
/** Public names that somebody keeps to lead to this machine, whatever stands before them. */
const LOOPS = /(^|\.)(localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|yoogle\.com)\.?$/i
/** Services that answer with the address that a name carries, as 127.0.0.1.nip.io, 127-0-0-1.sslip.io and 7f000001.nip.io do. */
const CARRIERS = /(^|\.)(nip\.io|sslip\.io|xip\.io|traefik\.me|local-ip\.(co|sh)|backname\.io|nip\.zone)\.?$/i
const CARRIED = /(?:^|[^\d])(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})(?=[^\d]|$)/
/** A name that leads to our own network by what is written in it. Others are found out when they are dialled. */
const leadsHome = (name: string): boolean => {
  const carried = CARRIED.exec(name)?.slice(1).map(Number)
  if (CARRIERS.test(name) || LOOPS.test(name)) return true
  return carried !== undefined && carried.every((part) => part < 256) && isPrivateFour(carried)
}

/**
 * As the one who dials reads it: decimal, octal and hexadecimal ways of writing an address too. Empty: who reads and who dials could
 * find different hosts in it, as in socks5://a\@127.0.0.1, which is the host a to one of them.
 */
const hostOf = (address: string): string => {
  if (/[\\\s]/.test(address)) return ''
  const rest = address.replace(/^[a-z\d]+:\/\//i, '')
  // only special schemes have their hosts read as addresses
  return URL.canParse(`http://${rest}`) ? new URL(`http://${rest}`).hostname.toLowerCase() : ''
}
/** Of an address with a scheme; true also for what cannot be read. */
export const isPrivateAddress = (address: string): boolean => {
  const host = hostOf(address)
  const v4 = four(host)
  if (v4) return isPrivateFour(v4)
  if (!host.startsWith('[')) return host === '' || NAMES.test(host) || leadsHome(host) || !host.includes('.')
  const six = host.slice(1, -1)
  const [, high = '', low = ''] = /^::(?:ffff:)?([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(six) ?? []
  if (high !== '') {
    const [h, l] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
    return isPrivateFour([h >> 8, h & 255, l >> 8, l & 255])
  }
  // loopback and unspecified, unique local, link-local, multicast, and addresses of IPv4 in disguise
  return /^(::|::1|f[cd].*|fe[89a-f].*|ff.*|64:ff9b:.*|2002:.*)$/.test(six)
}
