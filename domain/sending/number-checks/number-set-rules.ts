// A set of phone numbers, to find those that come twice in a file. Pure.

const FIRST_SLOTS = 1 << 12
const GOLDEN = 0x9e3779b1
const HALF = 2 ** 32

/**
 * An exact set in little memory: a stored number has at most 15 digits and fits a double, so a million take 16 MB. Open
 * addressing, at most half full.
 */
export class NumberSet {
  size = 0
  /** 0: free. */
  private slots = new Float64Array(FIRST_SLOTS)

  /** @param number in stored form. false: it is there already. */
  add(number: string): boolean {
    if (!NumberSet.put(this.slots, Number(number))) return false
    this.size += 1
    if (this.size * 2 > this.slots.length) this.grow()
    return true
  }
  private grow(): void {
    const slots = new Float64Array(this.slots.length * 2)
    for (const value of this.slots) if (value !== 0) NumberSet.put(slots, value)
    this.slots = slots
  }
  private static put(slots: Float64Array, value: number): boolean {
    const mask = slots.length - 1
    // numbers of one prefix differ in their low digits only: the multiplication spreads these into the high bits, which are used
    const mixed = Math.imul((value % HALF) ^ Math.floor(value / HALF), GOLDEN)
    let at = (mixed ^ (mixed >>> 15)) & mask
    while (slots[at] !== 0) {
      if (slots[at] === value) return false
      at = (at + 1) & mask
    }
    slots[at] = value
    return true
  }
}
