// Names of realtime channels, apart from the events' schemas, so that the page's first load does not carry zod.
/** Fixed client id of the admins' shared channel. */
export const ADMIN_CLIENT_ID = 'client-admin'
