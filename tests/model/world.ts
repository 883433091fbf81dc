// The size of a world of the model, and where in a state each of its numbers stands. A state is one row of small numbers, so that
// millions of them fit into memory and a step changes a few of them in place.

export type State = Int32Array
export type Size = {
  accounts: number
  persons: number
  /** Processes that may hold an account; each account counts its own. */
  runners: number
  withdraws: number
  /** How long a runner may use a session after its last renewal, and how much longer the object waits. */
  lease: number
  skew: number
  /** What its member has from before, in the unit of `price`. */
  given: number
  /** What a message earns, and what a withdraw asks for. */
  price: number
  /** true: a member may delete what was sent. */
  deletes: boolean
  /** true: a recipient is deleted and added again, and a stop is lifted. */
  returns: boolean
  /** People whom a campaign may be for, apart from `persons`, and how many messages it may have. */
  recipients: number
  budget: number
}
export const SMALL: Size = {
  accounts: 1,
  persons: 1,
  runners: 1,
  withdraws: 0,
  lease: 1,
  skew: 1,
  given: 0,
  price: 1,
  deletes: false,
  returns: false,
  recipients: 0,
  budget: 0,
}

/** In whose hands a number is, from the account's view. */
export const HAND = { none: 0, asked: 1, droppedMeanwhile: 2, buffered: 3 } as const
/** What the account has on record about its message. */
export const ATTEMPT = { none: 0, pending: 1, unknown: 2, fail: 3, success: 4 } as const
/** Where the message is. unsent: the runner says that it never left. */
export const WIRE = { none: 0, atRunner: 1, left: 2, accepted: 3, refused: 4, unsent: 5 } as const
/** Of a session in one process. */
export const LINK = { closed: 0, commanded: 1, open: 2 } as const
/** Of a statement that gives a number back; overtaken: its account has claimed that number again since it was written. */
export const BACK = { none: 0, underWay: 1, overtaken: 2 } as const
export const STAGE = {
  none: 0,
  requested: 1,
  accepted: 2,
  ordered: 3,
  paid: 4,
  returned: 5,
  rejected: 6,
  cancelled: 7,
} as const
/** Of a payout batch's line. */
export const FROZEN = { no: 0, byOne: 1, byTwo: 2 } as const
export const ASKED = { nothing: 0, acceptance: 1, return: 2 } as const
/** Of a person, in a campaign. */
export const PLACE = { none: 0, waits: 1, held: 2, done: 3, dropped: 4 } as const
export const COURSE = { draft: 0, runs: 1, paused: 2, over: 3 } as const
/** What a batch may say of a message: the outcome before, and the one that replaces it. Each is said at most once. */
export const CHANGES = [
  { from: ATTEMPT.pending, to: ATTEMPT.success },
  { from: ATTEMPT.pending, to: ATTEMPT.fail },
  { from: ATTEMPT.pending, to: ATTEMPT.unknown },
  { from: ATTEMPT.unknown, to: ATTEMPT.fail },
  { from: ATTEMPT.unknown, to: ATTEMPT.success },
  { from: ATTEMPT.fail, to: ATTEMPT.success },
] as const
/** The member deleted the message: its income is taken back. */
export const REVERSAL = CHANGES.length
export const FAILED = (1 << 1) | (1 << 3)
export const SUCCEEDED = (1 << 0) | (1 << 4) | (1 << 5)

export type Field = { name: string; at: number; count: number; max: number }

export class World {
  readonly size: Size
  readonly fields: Field[] = []
  #length = 0
  // ------------------------------------------------------------ of an account
  /** Which runner has its lease, counted from 1; 0: none. */
  readonly holder: number
  /** The object told its holder to log in and has not heard since that the session is closed. */
  readonly holds: number
  /** How long the holder may use the session yet, as far as the object knows. */
  readonly known: number
  /** How long a fenced runner may have the session open. */
  readonly mayBeOpen: number
  // ------------------------------------------------------------ of an account in a runner
  readonly lease: number
  readonly link: number
  // ------------------------------------------------------------ of a person
  /** Which account holds the number in the database, counted from 1. */
  readonly claim: number
  /** The database knows of an attempt: the cooldown runs. */
  readonly tried: number
  /** The database says that nobody may write to them. */
  readonly barred: number
  /** The person who asked was told that nothing more leaves. */
  readonly told: number
  /** How many messages left for them. */
  readonly got: number
  // ------------------------------------------------------------ of an account and a person
  readonly hand: number
  readonly back: number
  /** The person told this account to stop; 2: and it knows that the database has it. */
  readonly heard: number
  readonly attempt: number
  readonly wire: number
  /** Which runner has the command. */
  readonly at: number
  /** What became of the message, as the account recorded it: a bit for each of CHANGES. */
  readonly made: number
  /** Which of them the ledger has. */
  readonly settled: number
  /** How often it was paid. */
  readonly paid: number
  /** Something was done that no step of a right product does; what exactly, the invariants say. */
  readonly sin: number
  // ------------------------------------------------------------ of a withdraw
  readonly stage: number
  /** It was accepted, or ordered by a batch, before. */
  readonly was: number
  /** How often its money is held. */
  readonly held: number
  /** How often the bank was told to pay it, less what it sent back. */
  readonly bank: number
  readonly frozen: number
  readonly asked: number
  /** What needs two people was done by one. */
  readonly alone: number
  // ------------------------------------------------------------ of a campaign
  readonly course: number
  /** Everybody who had somebody of it has heard of the pause or the cancel. */
  readonly heardAll: number
  /** How many are or were claimed for it. */
  readonly claimed: number
  /** Something of it was decided after everybody had heard that it must not be. */
  readonly tooLate: number
  // ------------------------------------------------------------ of a campaign and a person
  readonly row: number
  readonly fits: number
  readonly place: number
  /** An account has them; their message is under way. */
  readonly inHand: number
  readonly out: number
  /** How many of its messages left for them. */
  readonly reached: number
  /** Of a row that is gone: they may have been written to since the launch. */
  readonly remembered: number

  constructor(size: Size) {
    this.size = size
    const { accounts: a, persons: p, runners: r, withdraws: w, recipients: c, lease, skew } = size
    const campaigns = Math.min(c, 1)
    const field = (name: string, count: number, max: number): number => {
      const at = this.#length
      this.fields.push({ name, at, count, max })
      this.#length += count
      return at
    }
    this.holder = field('holder', a, r)
    this.holds = field('holds', a, 1)
    this.known = field('known', a, lease + skew)
    this.mayBeOpen = field('may be open', a, lease + skew)
    this.lease = field('lease', a * r, lease + skew)
    this.link = field('link', a * r, 2)
    this.claim = field('claim', p, a)
    this.tried = field('tried', p, 1)
    this.barred = field('barred', p, 1)
    this.told = field('told', p, 1)
    this.got = field('got', p, 3)
    this.hand = field('hand', a * p, 3)
    this.back = field('back', a * p, 2)
    this.heard = field('heard', a * p, 2)
    this.attempt = field('attempt', a * p, 4)
    this.wire = field('wire', a * p, 5)
    this.at = field('at', a * p, r)
    this.made = field('made', a * p, (1 << (REVERSAL + 1)) - 1)
    this.settled = field('settled', a * p, (1 << (REVERSAL + 1)) - 1)
    this.paid = field('paid', a * p, 3)
    this.sin = field('sin', a * p, 3)
    this.stage = field('stage', w, 7)
    this.was = field('was', w, 1)
    this.held = field('held', w, 3)
    this.bank = field('bank', w, 3)
    this.frozen = field('frozen', w, 2)
    this.asked = field('asked', w, 2)
    this.alone = field('alone', w, 1)
    this.course = field('course', campaigns, 3)
    this.heardAll = field('heard by all', campaigns, 1)
    this.claimed = field('claimed', campaigns, 3)
    this.tooLate = field('too late', campaigns, 1)
    this.row = field('row', c, 1)
    this.fits = field('fits', c, 1)
    this.place = field('place', c, 4)
    this.inHand = field('in hand', c, 1)
    this.out = field('out', c, 1)
    this.reached = field('reached', c, 3)
    this.remembered = field('remembered', c, 1)
  }
  /** Nothing has happened yet. */
  begin(): State {
    return new Int32Array(this.#length)
  }
  pair(account: number, person: number): number {
    return account * this.size.persons + person
  }
  slot(account: number, runner: number): number {
    return account * this.size.runners + runner
  }
  /** The member has what this withdraw asks for. */
  covers(s: State, _withdraw: number): boolean {
    return this.balance(s) >= this.size.price
  }
  /** What the member may ask for. */
  balance(s: State): number {
    const { accounts, persons, withdraws, price, given } = this.size
    let sum = given
    for (let i = 0; i < accounts * persons; i++) sum += of(s, this.paid + i) * price
    for (let i = 0; i < withdraws; i++) sum -= of(s, this.held + i) * price
    return sum
  }
}
export const of = (s: State, i: number): number => s[i] as number
/** What is wrong for good: a count below zero, or beyond what any step of a right product makes. */
const ASTRAY = 3
export const add = (s: State, i: number, n: number): void => {
  const sum = of(s, i) + n
  s[i] = sum < 0 || of(s, i) === ASTRAY ? ASTRAY : Math.min(ASTRAY, sum)
}
