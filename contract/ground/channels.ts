// Names of realtime channels. They are apart from the events' schemas so that the page's first load does not carry zod.
const PREFIX = 'client-'
/** The client id of the channel that all admins and devs share. */
export const ADMIN_CLIENT_ID = `${PREFIX}admin`
/** The client id of one person's channel. */
export const userClientId = (userId: string): string => `${PREFIX}${userId}`
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** true: nobody may choose this as a client id, because it is, or could become, the id of an account or of a channel. */
export const isReservedClientId = (clientId: string): boolean =>
  UUID.test(clientId) || isChannelId(clientId.toLowerCase())
/** true: the text names a channel, or has the form of such a name. */
export const isChannelId = (clientId: string): boolean => clientId.startsWith(PREFIX)
