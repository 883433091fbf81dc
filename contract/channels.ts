// Names of realtime channels, apart from the events' schemas, so that the page's first load does not carry zod.
const PREFIX = 'client-'
/** Fixed client id of the admins' shared channel. */
export const ADMIN_CLIENT_ID = `${PREFIX}admin`
/** Client id of a person's channel. */
export const userClientId = (userId: string): string => `${PREFIX}${userId}`
/** It names a channel, or looks as if it did. */
export const isChannelId = (clientId: string): boolean => clientId.startsWith(PREFIX)
