// When a member reads that there are no recipients, with the wish to be told when there are (rule recipients-again). Pure.

/**
 * ready: nobody holds them yet. exact: nobody else is. lacks: a blast ended for want of them. idle: accounts that send nothing.
 * While every account sends, what is ready stands in their hands: said to be missing, a member would stop what earns.
 */
type Known = { ready: number; exact: boolean; wanted: boolean; lacks: boolean; idle: number; accounts: number }
export const showsWish = ({ ready, exact, wanted, lacks, idle, accounts }: Known): boolean => {
  const isAtWork = accounts > 0 && idle === 0
  // while somebody is ready nobody lacks them, but a wish can be taken back
  return wanted || (ready === 0 && !isAtWork && (exact || lacks))
}
