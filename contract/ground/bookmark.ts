// How new the database must be for a read: D1's bookmark travels to the page in a header and back with its next call, so
// that a replica near the page may answer without showing it less than it has seen (decision record 0030).

export const BOOKMARK_HEADER = 'x-d1-bookmark'
/** Replaces the bookmark after a write: the next read asks the primary database, which has every write. */
export const AT_PRIMARY = 'first-primary'
/** Stands for no bookmark: any replica may answer. */
export const ANYWHERE = 'first-unconstrained'

/** The bookmark in a header; null: there is none, or its form is wrong, in which case it is ignored. */
export const readBookmark = (header: string | null | undefined): string | null =>
  header === AT_PRIMARY || /^(?:[0-9a-f]{8}-){3}[0-9a-f]{32}$/.test(header ?? '') ? (header ?? null) : null

/**
 * The bookmark that a page remembers. Bookmarks sort by age, so when two answers overtake each other the newer one stays. An answer
 * to a call that left before the last write knows nothing of that write: AT_PRIMARY stays until a later call is answered.
 */
export class BookmarkKeeper {
  #bookmark: string | null = null
  #writes = 0
  /** For the next call: its header's value, and the count of writes to hand back to `heard` with the answer. */
  next(): { bookmark: string | null; writes: number } {
    return { bookmark: this.#bookmark, writes: this.#writes }
  }
  heard(header: string | null, asked: { writes: number }): void {
    const bookmark = readBookmark(header)
    if (bookmark === AT_PRIMARY) {
      this.#bookmark = AT_PRIMARY
      this.#writes += 1
    } else if (bookmark !== null && asked.writes === this.#writes) {
      const known = this.#bookmark === AT_PRIMARY ? null : this.#bookmark
      this.#bookmark = known !== null && known > bookmark ? known : bookmark
    }
  }
  /**
   * Makes the next read ask the primary: after a write whose answer was lost, and after a read that failed, since the cause may be
   * its bookmark, for example when the database was restored to an earlier day.
   */
  failed(): void {
    this.heard(AT_PRIMARY, { writes: this.#writes })
  }
}
