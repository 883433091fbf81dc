// How new the database must be for a read: D1's bookmark travels to the page in a header and back with its next call, so
// that a replica near the page may answer without showing it less than it has seen (decision record 0030).

export const BOOKMARK_HEADER = 'x-d1-bookmark'
/** In a bookmark's place after a write: the next read asks the primary database, which has everything. */
export const AT_PRIMARY = 'first-primary'
/** Without a bookmark: any replica may answer. */
export const ANYWHERE = 'first-unconstrained'

/** What a header says; null: nothing, or what cannot be a bookmark, which is ignored. */
export const readBookmark = (header: string | null | undefined): string | null =>
  header === AT_PRIMARY || /^(?:[0-9a-f]{8}-){3}[0-9a-f]{32}$/.test(header ?? '') ? (header ?? null) : null

/**
 * What a page remembers. Bookmarks sort by age, so of two answers that overtook each other the newer one counts. An answer
 * to a call from before the last write says nothing about that write: AT_PRIMARY stays until a later call is answered.
 */
export class BookmarkKeeper {
  #bookmark: string | null = null
  #writes = 0
  /** For the next call: the header's value, and what to hand back with its answer. */
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
   * The next read asks the primary: after a write whose answer is lost, and after a read that failed, perhaps for its
   * bookmark, as when the database was restored to an earlier day.
   */
  failed(): void {
    this.heard(AT_PRIMARY, { writes: this.#writes })
  }
}
