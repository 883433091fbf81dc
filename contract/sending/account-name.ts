// What an account is called, in screens, notices and reports: by the name that its owner gave it, else by the one that WhatsApp shows.
// Free of zod, because the page's first load uses it.
type NamedAccount = { nickname: string | null; pushname: string | null }

/** null: it has no name of either kind. */
export const accountName = ({ nickname, pushname }: NamedAccount): string | null => nickname ?? pushname

/** Where something must stand. */
export const accountTitle = (account: NamedAccount & { phonenumber: string | null; clientid: string }): string =>
  accountName(account) ?? account.phonenumber ?? account.clientid
