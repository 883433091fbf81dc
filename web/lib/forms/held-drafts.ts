// Drafts that live in memory while their person is on another screen: a reload of the page would lose them.
const held = new Set<string>()
export const holdDraft = (name: string): void => void held.add(name)
export const releaseDraft = (name: string): void => void held.delete(name)
export const hasHeldDrafts = (): boolean => held.size > 0
