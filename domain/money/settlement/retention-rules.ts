// How long what was settled is known (rule retention).

/**
 * So many days a settled batch is known by its number: by the ledger, by its account's object, which tells a restored database again, and by the
 * journal, which does so where the object is lost. Longer than a message can be deleted for everyone, and than a batch can be on its way.
 */
export const SETTLED_DAYS = 35
