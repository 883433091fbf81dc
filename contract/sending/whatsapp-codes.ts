// The status codes with which WhatsApp closes a socket or refuses a stanza, under the names that Baileys gives them, if it does.
export const LOGGED_OUT = 401
/** The account is banned. */
export const FORBIDDEN = 403
/** WhatsApp no longer takes this client version. */
export const VERSION_REFUSED = 405
export const NOT_FOUND = 404
/** Also used for a timeout. */
export const CONNECTION_LOST = 408
/** The words under which a runner ends a link for which WhatsApp asks a passkey, beside the code of a refused device. */
export const PASSKEY_ASKED = 'a passkey is asked for'
export const LINK_REFUSED = 409
export const MULTIDEVICE_MISMATCH = 411
const CONNECTION_CLOSED = 428
export const RATE_OVERLIMIT = 429
/** Another socket opened the same session. */
export const CONNECTION_REPLACED = 440
/** This account may start no new chat for a while. */
export const REACHOUT_TIMELOCK = 463
/** Also used for an error without a code. */
export const BAD_SESSION = 500
const UNAVAILABLE_SERVICE = 503
/** After pairing WhatsApp wants a new login with the same session. */
export const RESTART_REQUIRED = 515

/** The cause is the network or WhatsApp, not the account: the next dial may succeed. */
export const PASSING: readonly number[] = [CONNECTION_LOST, CONNECTION_CLOSED, UNAVAILABLE_SERVICE]
